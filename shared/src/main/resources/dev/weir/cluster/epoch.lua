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
    -- Drops runs that no kept event needs, but for the one of the event before. Drops the last run if it had no event.
    local oldest = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)[1]
    local first = oldest and tonumber(string.match(oldest[1], '%d+')) or last + 1
    local runs = redis.call('LRANGE', KEYS[3], 0, -1)
    local gone = 0
    while runs[gone + 4] and tonumber(runs[gone + 4]) < first do
        gone = gone + 2
    end
    redis.call('LTRIM', KEYS[3], gone, runs[#runs] == text(last + 1) and -3 or -1)
    redis.call('RPUSH', KEYS[3], epoch, text(last + 1))
end
