/** Sprig's round: a fraction of `roundOn` or more goes up, everything else down, negatives too. */
export function roundFloat(value: number, places: number, roundOn: number): number {
  const power = powerOfTen(places)
  const scaled = power * value
  const fraction = scaled - Math.trunc(scaled)
  return (fraction >= roundOn ? Math.ceil(scaled) : Math.floor(scaled)) / power
}

/**
 * Go's math.Pow(10, n). It multiplies binary fractions between a half and one and keeps the exponent
 * apart, so its last bit is not always JavaScript's.
 */
function powerOfTen(places: number): number {
  let fraction = 1
  let exponent = 0
  // 10 is 0.625 · 2^4.
  let squareFraction = 0.625
  let squareExponent = 4
  for (let left = Math.abs(places); left >= 1; left = Math.floor(left / 2)) {
    if (squareExponent > 4096) {
      exponent += squareExponent
      break
    }
    if (left % 2 === 1) {
      fraction *= squareFraction
      exponent += squareExponent
    }
    squareFraction *= squareFraction
    squareExponent *= 2
    if (squareFraction < 0.5) {
      squareFraction *= 2
      squareExponent--
    }
  }
  return places < 0 ? scale(1 / fraction, -exponent) : scale(fraction, exponent)
}

/** fraction · 2^exponent, rounded once. */
function scale(fraction: number, exponent: number): number {
  if (exponent > 1100) return Infinity
  if (exponent < -1200) return 0
  const half = Math.trunc(exponent / 2)
  // The first product is exact: it is far from both ends of the range.
  return fraction * 2 ** half * 2 ** (exponent - half)
}
