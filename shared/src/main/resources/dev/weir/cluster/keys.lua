-- Keeps a change of an API key, counts it and names it. Returns the number of changes so far, -1 if Redis has lost changes that
-- the node has seen, or -2 if there is no room.
-- KEYS: the keys. ARGV: the number of changes that the node has seen, the most keys, a name for this change, the key's digest,
-- what to keep about the key ('' for nothing, 'revoked', or an id and a plan), a new id. A key that has a plan keeps its
-- id, even if the node does not know of it. A key that is revoked gets the new id.
local known = redis.call('HMGET', KEYS[1], 'changes', ARGV[4])
local changes = tonumber(known[1] or 0)
if changes < tonumber(ARGV[1]) then
    return -1
end
local kept = math.max(redis.call('HLEN', KEYS[1]) - 2, 0) -- without the number and the name
if ARGV[5] == '' then
    redis.call('HDEL', KEYS[1], ARGV[4])
elseif not known[2] and kept >= tonumber(ARGV[2]) then
    return -2
else
    local plan = string.match(ARGV[5], ' .*')
    local id = known[2] and (string.match(known[2], '^([^ ]+) ') or ARGV[6])
    redis.call('HSET', KEYS[1], ARGV[4], plan and id and id .. plan or ARGV[5])
end
redis.call('HSET', KEYS[1], 'changes', string.format('%.0f', changes + 1), 'last', ARGV[3])
return changes + 1
