/**
 * Lets the process live `SHIFT_MS` later than the machine: whoever wants to see the end of a week has not to wait for it.
 * Taken in before anything else, with `--import`.
 */
export const shiftedDate = (ms: number, Real: DateConstructor): DateConstructor => {
  const now = (): number => Real.now() + ms;
  return new Proxy(Real, {
    construct: (target, given, to) => Reflect.construct(target, given.length === 0 ? [now()] : given, to),
    apply: () => new Real(now()).toString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
};

const ms = Number(process.env['SHIFT_MS'] ?? Number.NaN);
if (Number.isFinite(ms)) globalThis.Date = shiftedDate(ms, Date);
