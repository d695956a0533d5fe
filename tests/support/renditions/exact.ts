/** A decimal number without a float: its digits, and how many of them are behind the point. */
type Exact = { digits: bigint; places: number };

/** Of "-1.2e-7", "2386.129883" or "5". */
export function exact(text: string): Exact {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^([+-]?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  if (whole === '') throw new Error(`${text} is no decimal number.`);
  const places = fraction.length - Number(exponent);
  const digits = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`);
  return places >= 0 ? { digits, places } : { digits: digits * 10n ** BigInt(-places), places: 0 };
}

const scaled = ({ digits, places }: Exact, to: number): bigint => digits * 10n ** BigInt(to - places);

/** Whether two are one number. */
export function isSame(a: string, b: string): boolean {
  const [one, other] = [exact(a), exact(b)];
  const most = Math.max(one.places, other.places);
  return scaled(one, most) === scaled(other, most);
}

/** Whether `printed`, as precise as it is, is `value` rounded half away from zero. */
export function isRounded(printed: string, value: string): boolean {
  const [shown, full] = [exact(printed), exact(value)];
  if (full.places <= shown.places) return isSame(printed, value);
  const unit = 10n ** BigInt(full.places - shown.places);
  const size = full.digits < 0n ? -full.digits : full.digits;
  const rounded = (size * 2n + unit) / (2n * unit);
  return shown.digits === (full.digits < 0n ? -rounded : rounded);
}

/** Whether `printed` is the way from one price to another in percent, to the nearest hundredth. */
export function isPercentOfWay(printed: string, from: string, to: string): boolean {
  const all = [exact(printed), exact(from), exact(to)];
  const most = Math.max(...all.map(({ places }) => places), 2);
  const [shown = 0n, before = 0n, after = 0n] = all.map((each) => scaled(each, most));
  const one = 10n ** BigInt(most);
  // Off by half a hundredth of a percent at most: |shown × before − 100 × (after − before)| ≤ 0.005 × before.
  const off = shown * before - 100n * (after - before) * one;
  return (off < 0n ? -off : off) * 200n <= before * one;
}
