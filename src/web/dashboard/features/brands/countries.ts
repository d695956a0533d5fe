const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
const LETTERS = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
/** Regions that are no jurisdiction of a country, or stand for none. */
const OTHERS: ReadonlySet<string> = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

let known: { value: string; label: string }[] | undefined;

/** Every country by its English name, for a list to choose from. */
export function countryOptions(): { value: string; label: string }[] {
  known ??= LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .flatMap((value) => {
      const label = names.of(value);
      const isCurrent = new Intl.Locale(`und-${value}`).toString() === `und-${value}`;
      return label && isCurrent && !OTHERS.has(value) ? [{ value, label }] : [];
    })
    .toSorted((a, b) => a.label.localeCompare(b.label));
  return known;
}
