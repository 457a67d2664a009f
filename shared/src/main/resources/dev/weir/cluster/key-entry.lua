-- The parts of an API key's entry: the time of the key's last change (microseconds since 1970), a blank, and what to keep about
-- the key. The entry of a removed key is only the time. An entry without a time, from an older build, has the time 0.
local function time(entry)
    return entry and tonumber(string.match(entry .. ' ', '^(%d+) ') or 0) or -1
end
-- Returns nil for a removed key.
local function text(entry)
    if not entry or string.match(entry, '^%d+$') then
        return nil
    end
    return string.match(entry, '^%d+ (.*)') or entry
end
local function digits(number)
    return string.format('%.0f', number)
end
-- Returns whether the first entry replaces the second one. At the same time, a revocation does.
local function isLater(ours, theirs)
    return time(ours) > time(theirs)
        or time(ours) == time(theirs) and text(ours) == 'revoked' and text(theirs) ~= 'revoked'
end
