/**
 * Runs the process `SHIFT_MS` ahead of the machine's clock, for example to see the end of a week without waiting.
 * Import it before anything else, with `--import`.
 */
const shiftedDate = (ms: number, Real: DateConstructor): DateConstructor => {
  const now = (): number => Real.now() + ms;
  return new Proxy(Real, {
    construct: (target, given, to) => Reflect.construct(target, given.length === 0 ? [now()] : given, to),
    apply: () => new Real(now()).toString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
};

const ms = Number(process.env['SHIFT_MS'] ?? Number.NaN);
if (Number.isFinite(ms)) globalThis.Date = shiftedDate(ms, Date);
