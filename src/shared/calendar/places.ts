/** The money of countries as calendars name them: ISO codes, and EU for the euro area. */
const CURRENCIES: Readonly<Record<string, string>> = {
  US: 'USD',
  GB: 'GBP',
  JP: 'JPY',
  CH: 'CHF',
  CA: 'CAD',
  AU: 'AUD',
  NZ: 'NZD',
  CN: 'CNY',
  HK: 'HKD',
  SG: 'SGD',
  KR: 'KRW',
  TW: 'TWD',
  IN: 'INR',
  ID: 'IDR',
  MY: 'MYR',
  PH: 'PHP',
  TH: 'THB',
  VN: 'VND',
  SE: 'SEK',
  NO: 'NOK',
  DK: 'DKK',
  IS: 'ISK',
  PL: 'PLN',
  CZ: 'CZK',
  HU: 'HUF',
  RO: 'RON',
  TR: 'TRY',
  IL: 'ILS',
  ZA: 'ZAR',
  EG: 'EGP',
  NG: 'NGN',
  SA: 'SAR',
  AE: 'AED',
  RU: 'RUB',
  UA: 'UAH',
  BR: 'BRL',
  MX: 'MXN',
  CL: 'CLP',
  CO: 'COP',
  PE: 'PEN',
  AR: 'ARS',
};
const EURO = 'EU AT BE BG HR CY EE FI FR DE GR IE IT LV LT LU MT NL PT SK SI ES'.split(' ');

const currencyOf = (country: string): string | undefined =>
  EURO.includes(country) ? 'EUR' : CURRENCIES[country];
const COUNTRIES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(CURRENCIES).map(([country, currency]) => [currency, country] as const),
  ['EUR', 'EU'],
]);
const KNOWN_CURRENCIES: ReadonlySet<string> = new Set(COUNTRIES.keys());

export const isCurrency = (code: string): boolean => KNOWN_CURRENCIES.has(code);

/** Every code that an entry may be asked for by: what it says, the money of its country, the country of its money. */
export function codesOf({
  country,
  currency,
}: {
  country: string | null;
  currency: string | null;
}): ReadonlySet<string> {
  const codes = [
    country?.toUpperCase(),
    currency,
    country === null ? undefined : currencyOf(country),
    currency === null || country !== null ? undefined : COUNTRIES.get(currency),
  ];
  return new Set(codes.flatMap((code) => (code ? [code] : [])));
}

/** The other way round: entries of which countries, of which money, and of which money without a country, a code asks for. */
export function asksFor(code: string): { countries: string[]; currency: string; alone: string | null } {
  const all = [...new Set([...Object.keys(CURRENCIES), ...EURO])];
  return {
    countries: [code, ...all.filter((country) => country !== code && currencyOf(country) === code)],
    currency: code,
    alone: [...COUNTRIES].find(([, country]) => country === code)?.[0] ?? null,
  };
}
