import { readLogo } from '#src/brands/logo.ts';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { keepPicture } from '#src/db/queries/media.ts';
import { brands } from '#src/db/schema.ts';
import type { BrandVoice } from '#src/shared/brand-kit.ts';

/** Capitals of one line weight, 10 units wide and 14 high: a logo holds no text. */
const LETTERS: Readonly<Record<string, string>> = {
  A: 'M0 14L5 0L10 14M1.8 9H8.2',
  E: 'M9 0H0V14H9M0 7H7.5',
  F: 'M9 0H0V14M0 7H7.5',
  G: 'M9.4 3A5.2 7 0 1 0 10 8.5V7.5H5.5',
  H: 'M0 0V14M10 0V14M0 7H10',
  N: 'M0 14V0L10 14V0',
  O: 'M5 0A5.2 7 0 1 1 5 14A5.2 7 0 1 1 5 0Z',
  R: 'M0 14V0H5.5A4 4 0 0 1 5.5 8H0M5 8L10 14',
  T: 'M0 0H10M5 0V14',
};
const STEP = 15;
const MARK = 24;

function wordmark(word: string, mark: string, ink: string): Buffer {
  const letters = Array.from(word, (letter, at) => {
    const path = LETTERS[letter];
    if (path === undefined) throw new Error(`There is no letter ${letter}.`);
    return `<path transform="translate(${MARK + at * STEP} 5)" d="${path}"/>`;
  });
  const width = MARK + word.length * STEP - STEP + 10;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 0 ${width + 4} 24"><g fill="none" stroke="${ink}" stroke-width="1.8" stroke-linejoin="round" stroke-linecap="round">${mark}${letters.join('')}</g></svg>`,
  );
}

const GATE = '<path d="M1 20V9a7 7 0 0 1 14 0v11M5.5 20V9.500a2.500 2.500 0 0 1 5 0V20"/>';
const WAVES = '<path d="M0 8q4-5 8 0t8 0M0 13q4-5 8 0t8 0M0 18q4-5 8 0t8 0"/>';

const voice = (own: Partial<BrandVoice>): Partial<BrandVoice> => own;

/** Two that differ in all that a brand can have. */
const DEMO_BRANDS = [
  {
    logos: { light: wordmark('NORTHGATE', GATE, '#ffffff'), dark: null },
    row: {
      name: 'Northgate Markets',
      color: '#14535c',
      accent: '#c8a24a',
      languages: ['en' as const],
      font: 'newswire' as const,
      shape: 'soft' as const,
      darkPictures: 'readers' as const,
      voice: voice({
        tone: 'newswire',
        person: 'none',
        readingLevel: 'professionals',
        use: ['session', 'close'],
        avoid: ['skyrocket', 'to the moon', 'guaranteed'],
      }),
      disclaimers: [
        {
          text: 'Northgate Markets is a made-up firm. Its alerts show recorded markets and aren’t an offer to trade.',
          country: null,
          about: null,
          language: null,
        },
        {
          text: 'Your capital is at risk.',
          country: 'GB',
          about: 'market' as const,
          language: null,
        },
      ],
      timeZone: 'America/New_York',
      website: 'https://northgate.example/',
      tracking: { opens: true, clicks: true },
      socials: {
        x: 'https://x.com/northgate.example',
        linkedin: 'https://www.linkedin.com/company/northgate.example',
      },
    },
  },
  {
    logos: { light: wordmark('HAFEN', WAVES, '#1f2a44'), dark: wordmark('HAFEN', WAVES, '#f2e6cf') },
    row: {
      name: 'Hafen Invest',
      color: '#f2e6cf',
      accent: '#b0472f',
      languages: ['de' as const, 'en' as const],
      font: 'editorial' as const,
      shape: 'round' as const,
      darkPictures: 'posts' as const,
      voice: voice({
        tone: 'plain',
        person: 'we',
        readingLevel: 'investors',
        use: ['Anleger', 'Handelstag'],
        avoid: ['Crash', 'Kursrakete', 'todsicher'],
      }),
      disclaimers: [
        {
          text: 'Keine Anlageberatung. Hafen Invest ist ein erfundenes Unternehmen.',
          country: null,
          about: null,
          language: 'de' as const,
        },
        {
          text: 'Not investment advice. Hafen Invest is a made-up firm.',
          country: null,
          about: null,
          language: 'en' as const,
        },
        {
          text: 'Frühere Wertentwicklungen sind kein verlässlicher Indikator für die künftige Wertentwicklung.',
          country: 'DE',
          about: 'market' as const,
          language: 'de' as const,
        },
      ],
      timeZone: 'Europe/Berlin',
      website: 'https://hafen.example/',
      tracking: { opens: true, clicks: true },
      socials: {
        instagram: 'https://www.instagram.com/hafen.example',
        youtube: 'https://www.youtube.com/@hafen.example',
      },
    },
  },
];

/** Makes the demo's brands with their logos. @returns their ids: the default one, and the other */
export async function makeDemoBrands(
  tx: Tx,
  { workspaceId, now }: { workspaceId: string; now: Date },
): Promise<{ first: string; second: string }> {
  const ids: string[] = [];
  for (const [at, { row, logos }] of DEMO_BRANDS.entries()) {
    const id = newId();
    const [light, dark] = await Promise.all([kept(logos.light), kept(logos.dark)]);
    await tx.insert(brands).values({
      workspaceId,
      id,
      ...row,
      logoHash: light?.hash,
      logoWidth: light?.width,
      logoHeight: light?.height,
      logoDarkHash: dark?.hash,
      logoDarkWidth: dark?.width,
      logoDarkHeight: dark?.height,
      isDefault: at === 0,
      createdAt: new Date(now.getTime() + at),
    });
    ids.push(id);
  }
  const [first = '', second = ''] = ids;
  return { first, second };

  async function kept(svg: Buffer | null) {
    if (svg === null) return null;
    const { bytes, width, height } = await readLogo(svg);
    return { hash: await keepPicture(tx, { workspaceId, bytes, now }), width, height };
  }
}
