-- Renews the leases of one node. A lease is a part of a bucket's rate. It holds as long as its node is alive, that is, has
-- called again in time. The leases of all nodes that are alive never exceed the rate together.
-- KEYS: the nodes, the wake-ups, then a hash for each bucket, named after the key of the nodes, a colon and the bucket.
-- ARGV: the node, 1 if its name is new, the milliseconds that it lives from now, the time of its last answer; then for each
-- bucket: rate (-1 gives the lease back), base, hunger, waiting, downloads, subscribers, active.
-- Returns the time, the number of nodes (0 if the node was not alive any more), the buckets to renew now; then for each
-- bucket: lease, level, and of the other nodes: waiting, downloads, subscribers, number.
local LONGEST_LIFE = 15000
local KEPT = 60000
local WAKES_KEPT = 2000
local FIELDS = 7
local ALONE, INACTIVE = '1', '2'
local me = ARGV[1]
local alive = {}
local nodes = 1

local function text(number)
    return string.format('%.0f', number)
end

-- A node that was not alive has lost its leases, and comes back under a new name.
local function join()
    local found = redis.call('HGETALL', KEYS[1])
    for i = 1, #found, 2 do
        local left = found[i + 1] - now
        if left <= 0 or left > LONGEST_LIFE then
            redis.call('HDEL', KEYS[1], found[i])
        else
            alive[found[i]] = true
            nodes = nodes + (found[i] == me and 0 or 1)
        end
    end
    if not alive[me] and ARGV[2] ~= '1' then
        return false
    end
    redis.call('HSET', KEYS[1], me, text(now + ARGV[3]))
    redis.call('PEXPIRE', KEYS[1], LONGEST_LIFE)
    return true
end

local function woken()
    local found = redis.call('ZRANGEBYSCORE', KEYS[2], ARGV[4], '+inf')
    redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now - WAKES_KEPT)
    return found
end

-- Shares a rate: each node gets its base, and the rest goes to the hungry nodes. The level is the rest for one unit of
-- hunger, in 1024ths. It is -1 if nobody is hungry, and 0 if the bases exceed the rate.
local function share(rate, base, hunger, bases, hungers, sharing)
    local rest = rate - bases
    if rest < 0 then
        return math.floor(rate * base / bases), 0
    elseif hungers > 0 then
        return base + math.floor(rest * hunger / hungers), math.floor(rest * 1024 / hungers)
    end
    return base + math.floor(rest / sharing), -1
end

local function renew(key, rate, base, hunger, waiting, downloads, subscribers, active)
    local others = {waiting = 0, downloads = 0, subscribers = 0, number = 0}
    local bases, hungers, sharing, taken = base, hunger, active, 0
    local before, alone, inactive
    local found = redis.call('HGETALL', key)
    for i = 1, #found, 2 do
        if found[i] == me then
            before = found[i + 1]
        elseif not alive[found[i]] then
            redis.call('HDEL', key, found[i])
        else
            local l, b, h, w, d, s, a, quiet = string.match(
                found[i + 1], '(%d+) (%d+) (%d+) (%d+) (%d+) (%d+) (%d+) (%d+)')
            taken = taken + l
            bases = bases + b
            hungers = hungers + h
            sharing = sharing + a
            others.waiting = others.waiting + w
            others.downloads = others.downloads + d
            others.subscribers = others.subscribers + s
            others.number = others.number + 1
            alone = alone or quiet == ALONE
            inactive = inactive or quiet == INACTIVE
        end
    end
    local lease, level = 0, -1
    if active == 1 and rate > 0 then
        local target
        target, level = share(rate, base, hunger, bases, hungers, sharing)
        lease = math.max(0, math.min(target, rate - taken))
    end
    local told = ' ' .. text(downloads) .. ' ' .. text(subscribers) .. ' ' .. text(active)
    local changed = not before or string.sub(before, -2 - #told, -3) ~= told
    if alone or inactive and changed then
        redis.call('ZADD', KEYS[2], now, string.sub(key, #KEYS[1] + 2))
    end
    local quiet = others.number == 0 and ALONE or active == 0 and INACTIVE or '0'
    local amounts = table.concat({text(lease), text(base), text(hunger), text(waiting)}, ' ')
    redis.call('HSET', key, me, amounts .. told .. ' ' .. quiet)
    redis.call('PEXPIRE', key, KEPT)
    return lease, level, others
end

if not join() then
    return {now, 0, {}}
end
local answer = {now, nodes, woken()}
for i = 3, #KEYS do
    local claim = {}
    for field = 1, FIELDS do
        claim[field] = tonumber(ARGV[4 + (i - 3) * FIELDS + field])
    end
    local lease, level, others = 0, -1, {waiting = 0, downloads = 0, subscribers = 0, number = 0}
    if claim[1] < 0 then
        redis.call('HDEL', KEYS[i], me)
    else
        lease, level, others = renew(KEYS[i], unpack(claim))
    end
    for _, value in ipairs({lease, level, others.waiting, others.downloads, others.subscribers, others.number}) do
        table.insert(answer, value)
    end
end
return answer
