import type { ReactNode } from 'react';
import {
  ALERT_KINDS,
  DARK_PICTURES,
  FONTS,
  footerLinks,
  PERSONS,
  READING_LEVELS,
  SHAPES,
  TONES,
} from '#src/shared/brand-kit.ts';
import type { Brand } from '#src/shared/brands.ts';
import { textOn } from '#src/shared/colors.ts';
import { COUNTRY_ACTIONS, COUNTRY_KINDS, INSTRUMENT_CLASSES } from '#src/shared/countries/policy.ts';
import { countryOptions } from './countries.ts';
import { formatSample } from './format-sample.ts';
import { languageTitle } from './languages.ts';
import { trackingLabel } from './tracking-words.ts';

type Row = readonly [label: string, value: ReactNode];

/** Everything that a brand has, for those who may not change it. */
export function BrandKit({ brand }: { brand: Brand }) {
  return (
    <div className="grid max-w-3xl gap-8">
      <Part title="Look" rows={lookOf(brand)} />
      <Part title="Words" rows={wordsOf(brand)} />
      <Part title="Disclaimers" rows={disclaimersOf(brand)} />
      <Part title="Countries" rows={countriesOf(brand)} />
      <Part title="Footer" rows={footerOf(brand)} />
      <Part title="Opens and clicks" rows={[['Counted', trackingLabel(brand.tracking)]]} />
    </div>
  );
}

function Part({ title, rows }: { title: string; rows: readonly Row[] }) {
  if (rows.length === 0) return null;
  const id = `kit-${title.toLowerCase().replaceAll(' ', '-')}`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="headline text-h4">
        {title}
      </h2>
      <dl className="mt-3 border-t border-line text-sm sm:grid sm:grid-cols-[minmax(9rem,auto)_1fr] sm:gap-x-8">
        {rows.map(([label, value]) => (
          <div
            key={typeof value === 'string' ? `${label} ${value}` : label}
            className="border-b border-line py-2.5 sm:col-span-2 sm:grid sm:grid-cols-subgrid"
          >
            <dt className="text-ink-2">{label}</dt>
            <dd className="wrap-anywhere whitespace-pre-line">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const Swatch = ({ color }: { color: string }) => (
  <span className="inline-flex items-center gap-2">
    <span className="size-4 border border-line" style={{ backgroundColor: color }} aria-hidden="true" />
    <span className="figure">{color}</span>
  </span>
);

function Logo({ logo, ground, alt }: { logo: NonNullable<Brand['logo']>; ground: string; alt: string }) {
  return (
    <span
      className="inline-flex h-14 w-40 items-center justify-center px-3"
      style={{ backgroundColor: ground, color: textOn(ground) }}
    >
      <img src={logo.url} alt={alt} className="max-h-9 max-w-full object-contain" />
    </span>
  );
}

/** The header of mails in dark mode. */
const DARK = '#16181d';

function lookOf({ name, logo, logoDark, color, accent, font, shape, darkPictures }: Brand): Row[] {
  return [
    ...(logo
      ? [['Logo', <Logo key="logo" logo={logo} ground={color} alt={`Logo of ${name}`} />] as const]
      : []),
    ...(logoDark
      ? [
          [
            'In dark mode',
            <Logo key="dark" logo={logoDark} ground={DARK} alt={`Logo of ${name} in dark mode`} />,
          ] as const,
        ]
      : []),
    ['Header', <Swatch key="color" color={color} />],
    ...(accent === null ? [] : [['Lines and marks', <Swatch key="accent" color={accent} />] as const]),
    ['Typeface', FONTS[font].title],
    ['Corners', SHAPES[shape].title],
    ['Pictures', DARK_PICTURES[darkPictures]],
  ];
}

function wordsOf({ languages, formats, timeZone, voice }: Brand): Row[] {
  return [
    ['Languages', languages.map(languageTitle).join(', ')],
    ['Numbers and dates', languages.map((language) => formatSample(language, formats)).join('\n')],
    ['Time zone', timeZone ?? 'That of each market'],
    ['Voice', [TONES[voice.tone], PERSONS[voice.person], READING_LEVELS[voice.readingLevel]].join(' · ')],
    ...(voice.use.length > 0 ? [['Words to use', voice.use.join(', ')] as const] : []),
    ...(voice.avoid.length > 0 ? [['Words to avoid', voice.avoid.join(', ')] as const] : []),
  ];
}

const countryTitle = (country: string | null): string =>
  countryOptions().find(({ value }) => value === country)?.label ?? country ?? 'All countries';

const disclaimersOf = ({ disclaimers }: Brand): Row[] =>
  disclaimers.map(({ country, about, language, text }) => [
    [
      countryTitle(country),
      ...(about === null ? [] : [ALERT_KINDS[about]]),
      ...(language === null ? [] : [languageTitle(language)]),
    ].join(' · '),
    text,
  ]);

const countriesOf = ({ countries }: Brand): Row[] => [
  ...countries.rules.map(({ country, kind, instrumentClass, action, text }): Row => [
    countryTitle(country),
    [
      [
        kind === null ? 'All kinds' : COUNTRY_KINDS[kind],
        instrumentClass === null ? 'all instruments' : INSTRUMENT_CLASSES[instrumentClass],
      ].join(', '),
      `${COUNTRY_ACTIONS[action]}${text === null ? '' : `: ${text}`}`,
    ].join('\n'),
  ]),
  ['“Written with AI”', countries.aiLabel === 'everywhere' ? 'Everywhere' : 'Where the law asks for it'],
];

const footerOf = (brand: Brand): Row[] => footerLinks(brand).map(({ label, url }) => [label, url]);
