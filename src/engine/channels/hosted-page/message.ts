import type { AlertDocument } from '#src/shared/content/document.ts';
import { type PagePost, pagePostSchema } from '#src/shared/content/page-post.ts';
import type { Prepared, PreparedMedia } from '#src/shared/content/prepared.ts';
import type { PictureSize } from '#src/shared/content/picture-formats.ts';
import { oneTextLine } from '#src/platform/mail/plain.ts';
import { CHART_SIZE } from '#src/engine/content/picture/draw-chart.ts';
import { messageOf, pictureFor, textOfParts } from '#src/engine/content/message/message-parts.ts';
import { plainWords } from '#src/engine/content/plain-words.ts';

/** The card that other sites show of a link to an alert. */
export const CARD = { format: 'social' } as const satisfies PictureSize;
const CHART = { format: 'chart', ...CHART_SIZE } as const satisfies PictureSize;

/** An alert as its page shows it: parts and pictures, and no HTML. The page is drawn when it is read. */
export function prepare(document: AlertDocument): Prepared {
  const { parts, link } = messageOf(document, 'page');
  const chart = mediaOf(document, CHART, 'chart.png');
  const card = mediaOf(document, CARD, 'card.png');
  const night = document.chart?.dark;
  const dark: PreparedMedia[] = night
    ? chart.map((each) => ({ ...each, name: 'chart-dark.png', hash: night.hash }))
    : [];
  const own: PagePost = pagePostSchema.parse({
    headline: oneTextLine(plainWords(document).headline),
    language: document.language,
    direction: document.direction,
    parts,
    link,
    chart: chart[0]?.hash ?? null,
    card: card[0]?.hash ?? null,
    ...(dark[0] && { chartDark: dark[0].hash }),
    ...instrumentOf(document),
  });
  return {
    title: own.headline,
    text: textOfParts(parts),
    html: null,
    media: [...chart, ...card, ...dark],
    ...(link && { buttons: [link] }),
    own,
  };
}

/** News and calendars are about topics too: one that came from outside has to name an exchange. */
function instrumentOf({ data }: AlertDocument): Pick<PagePost, 'instrument'> {
  if (!data || data.ticker === '' || (data.bar === null && data.exchange === null)) return {};
  return { instrument: { ticker: data.ticker, exchange: data.exchange } };
}

function mediaOf(document: AlertDocument, size: PictureSize, name: string): PreparedMedia[] {
  const shown = pictureFor(document, size);
  return shown ? [{ name, type: shown.picture.type, hash: shown.picture.hash, alt: shown.alt }] : [];
}
