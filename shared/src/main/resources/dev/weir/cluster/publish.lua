-- Appends an event and returns its id, or the id of an earlier one with the same key.
-- KEYS[4]: the idempotency key. ARGV[2..]: the most events and bytes, the milliseconds for the key (0 for none), topic, data,
-- and the type, if there is one.
local earlier = ARGV[4] ~= '0' and redis.call('GET', KEYS[4])
if earlier then
    return earlier
end
local event = {'e', epoch, 't', ARGV[5], 'd', ARGV[6]}
if ARGV[7] then
    event[7] = 'y'
    event[8] = ARGV[7]
end
last = last + 1
redis.call('XADD', KEYS[1], text(last) .. '-0', unpack(event))
local id = epoch .. '-' .. text(last)
if ARGV[4] ~= '0' then
    redis.call('SET', KEYS[4], id, 'PX', ARGV[4])
end
local function size(fields)
    local sum = 0
    for _, field in ipairs(fields) do
        sum = sum + #field
    end
    return sum
end
bytes = bytes + size(event)
local kept = redis.call('XLEN', KEYS[1])
while kept > 1 and (kept > tonumber(ARGV[2]) or bytes > tonumber(ARGV[3])) do
    local oldest = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)[1]
    redis.call('XDEL', KEYS[1], oldest[1])
    bytes = bytes - size(oldest[2])
    kept = kept - 1
end
redis.call('HSET', KEYS[2], 'last', text(last), 'bytes', text(bytes))
return id
