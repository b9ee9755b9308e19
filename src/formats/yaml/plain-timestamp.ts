// Timestamps as go-yaml recognises them: four layouts of Go's time.Parse.

const layout =
  /^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:(?:[Tt]([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})(?:[.,][0-9]+)?(?:Z|[-+]([0-9]{2}):([0-9]{2})))|(?: +([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})(?:[.,][0-9]+)?))?$/

/** Whether the text is a date, or a date and a time, that exists. */
export function isTimestamp(text: string): boolean {
  if (text.length < 8 || text.charCodeAt(4) !== 0x2d) return false
  const match = layout.exec(text)
  if (match === null) return false
  const [year, month, day, hour, minute, second, zoneHour, zoneMinute, ...spaced] = match
    .slice(1)
    .map((part) => (part === undefined ? 0 : Number(part)))
  return (
    isDate(year ?? 0, month ?? 0, day ?? 0) &&
    isTime(hour ?? 0, minute ?? 0, second ?? 0) &&
    isTime(spaced[0] ?? 0, spaced[1] ?? 0, spaced[2] ?? 0) &&
    // Go lets offsets of 24 hours and of 60 minutes pass.
    (zoneHour ?? 0) <= 24 &&
    (zoneMinute ?? 0) <= 60
  )
}

function isDate(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false
  if (month === 2) return day <= (isLeap(year) ? 29 : 28)
  return day <= ([4, 6, 9, 11].includes(month) ? 30 : 31)
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

function isTime(hour: number, minute: number, second: number): boolean {
  return hour < 24 && minute < 60 && second < 60
}
