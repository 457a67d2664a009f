-- The state of the event log: its epoch, the last number, the bytes kept. Begins an epoch when the log is new or Redis has
-- restarted, since a restart may have lost the last events and their numbers come again.
-- KEYS: the stream, the state, the runs (each epoch with its first number). ARGV[1]: a name for a new epoch.
local function text(number)
    return string.format('%.0f', number)
end
local run = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
local state = redis.call('HMGET', KEYS[2], 'run', 'epoch', 'last', 'bytes')
local epoch = state[2]
local last = tonumber(state[3] or 0)
local bytes = tonumber(state[4] or 0)
if not epoch then
    redis.call('DEL', KEYS[1], KEYS[3])
    last = 0
    bytes = 0
end
if state[1] ~= run then
    epoch = ARGV[1]
    redis.call('HSET', KEYS[2], 'run', run, 'epoch', epoch, 'last', text(last), 'bytes', text(bytes))
    redis.call('RPUSH', KEYS[3], epoch, text(last + 1))
    redis.call('LTRIM', KEYS[3], -128, -1)
end
