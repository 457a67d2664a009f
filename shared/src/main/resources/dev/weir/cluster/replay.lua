-- Remembers a message. A Redis that has restarted may have lost messages, so messages created before are refused. A sender's
-- clock may be ahead, so messages that seem to be created shortly after are refused, too. With a durable Redis a restart is no
-- loss. Only a missing note of the start is.
-- KEYS: the note of the start of Redis, the message. ARGV: the name of the first start that the node has seen ('' for none), the
-- milliseconds that a clock may be ahead, '1' if Redis must be durable, the message's creation (Unix milliseconds), the
-- milliseconds to remember it. Without a message, only notes the start and returns its name.
if ARGV[3] == '1' and not string.match(redis.call('INFO', 'persistence'), 'aof_enabled:1') then
    return redis.error_reply('it has no append-only file, although weir.redis.durable=true')
end
local run = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
local start = redis.call('HMGET', KEYS[1], 'run', 'millis', 'lost', 'name')
local noted = start[1]
local lost = start[3] == '1'
start[4] = start[4] or noted and noted .. ':' .. start[2] -- older builds noted no name
if noted and noted ~= run and ARGV[3] == '1' then
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
