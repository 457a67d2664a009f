-- Keeps a change of an API key. Returns the key's new entry, or an empty text if there is no room.
-- KEYS: the keys. ARGV: the time of the newest change that the node knows, the most keys (for a removal, the most removed keys), a
-- name for this change, the key's digest, the node's entry of the key ('' for none), what to keep about the key ('' to remove
-- it, 'revoked', or an id and a plan), a new id. A key that has a plan keeps its id, even if the node or Redis does not know of
-- it. A key that is revoked gets the new id.
local known = redis.call('HMGET', KEYS[1], 'newest', ARGV[4])
local before = text(ARGV[5] ~= '' and isLater(ARGV[5], known[2]) and ARGV[5] or known[2])
local most = tonumber(ARGV[2])
local isRemoval = ARGV[6] == ''
-- Counts the keys only if there may be too many, since that takes long.
if (isRemoval or not before) and redis.call('HLEN', KEYS[1]) >= most then
    local all = redis.call('HGETALL', KEYS[1])
    local removed = {}
    local kept = 0
    for i = 1, #all, 2 do
        local isKey = #all[i] == 64
        if isKey and text(all[i + 1]) then
            kept = kept + 1
        elseif isKey then
            table.insert(removed, {time(all[i + 1]), all[i]})
        end
    end
    if not isRemoval and kept >= most then
        return ''
    end
    if isRemoval and #removed >= most then -- forgets the older half of the removed keys
        table.sort(removed, function(a, b) return a[1] < b[1] end)
        local half = math.ceil(#removed / 2)
        for i = 1, half do
            redis.call('HDEL', KEYS[1], removed[i][2])
        end
        redis.call('HSET', KEYS[1], 'forgotten', digits(removed[half][1] + 1))
    end
end
local now = redis.call('TIME')
local newest = digits(math.max(now[1] * 1000000 + now[2], time(known[1]) + 1, tonumber(ARGV[1]) + 1,
    time(known[2]) + 1, time(ARGV[5]) + 1))
local entry = newest
if not isRemoval then
    local plan = string.match(ARGV[6], ' .*')
    local id = before and (string.match(before, '^([^ ]+) ') or ARGV[7])
    entry = newest .. ' ' .. (plan and id and id .. plan or ARGV[6])
end
redis.call('HSET', KEYS[1], ARGV[4], entry, 'newest', newest, 'last', ARGV[3])
return entry
