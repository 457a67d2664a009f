-- Remembers a message. A Redis that has restarted may have lost messages, so older ones are refused. A sender's clock may be
-- ahead, so after a loss of data, newer ones are refused for as long. A durable Redis loses data only if the start is gone.
-- KEYS: the start of Redis, the message. ARGV: the first start that the node has seen ('' for none), the milliseconds that a
-- clock may be ahead, '1' if Redis is durable, the message's creation (Unix milliseconds), the milliseconds to remember it.
-- Without a message, only notes the start and returns its name.
local run = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
local start = redis.call('HMGET', KEYS[1], 'run', 'millis', 'lost', 'name')
local noted = start[1]
local lost = start[3] == '1'
start[4] = start[4] or noted and noted .. ':' .. start[2] -- a build before this one noted no name
if noted and noted ~= run and ARGV[3] == '1' and string.match(redis.call('INFO', 'persistence'), 'aof_enabled:1') then
    redis.call('HSET', KEYS[1], 'run', run, 'name', start[4])
    noted = run
end
if noted ~= run then
    local now = redis.call('TIME')
    start[2] = string.format('%.0f', now[1] * 1000 + math.floor(now[2] / 1000))
    start[4] = run .. ':' .. start[2]
    redis.call('HSET', KEYS[1], 'run', run, 'millis', start[2], 'lost', '0', 'name', start[4])
    lost = false
end
local name = start[4]
-- The first start of a Redis without data is no loss, unless the node has seen an earlier one.
if not lost and (noted and noted ~= run or ARGV[1] ~= '' and ARGV[1] ~= name) then
    lost = true
    redis.call('HSET', KEYS[1], 'lost', '1')
end
if not KEYS[2] then
    return name
end
local created = tonumber(ARGV[4])
if created < tonumber(start[2]) then
    return 'SEEN'
end
if lost and created < tonumber(start[2]) + tonumber(ARGV[2]) then
    return 'UNKNOWN'
end
return redis.call('SET', KEYS[2], '', 'NX', 'PX', ARGV[5]) and 'NEW' or 'SEEN'
