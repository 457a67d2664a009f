-- Remembers a message. A Redis that has restarted may have lost messages, so older ones are refused.
-- KEYS: the start of Redis, the message. ARGV: its creation (Unix milliseconds), milliseconds to remember it. Without a
-- message, only notes the start.
local run = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
local start = redis.call('HMGET', KEYS[1], 'run', 'millis')
if start[1] ~= run then
    local now = redis.call('TIME')
    start[2] = string.format('%.0f', now[1] * 1000 + math.floor(now[2] / 1000))
    redis.call('HSET', KEYS[1], 'run', run, 'millis', start[2])
end
if not KEYS[2] then
    return 'NEW'
end
if tonumber(ARGV[1]) < tonumber(start[2]) then
    return 'SEEN'
end
return redis.call('SET', KEYS[2], '', 'NX', 'PX', ARGV[2]) and 'NEW' or 'SEEN'
