import type { Tx } from '#src/db/database.ts';
import { alertRecord } from '#src/db/queries/alert-record.ts';
import { pictureOf } from '#src/db/queries/media.ts';
import type { AlertVariant } from '#src/shared/alert-list.ts';
import { type ReachAhead, reachedAhead } from '#src/shared/alert-reach.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { preflight } from '#src/shared/content/preflight.ts';
import { plain } from '#src/shared/content/text.ts';
import { findChannel } from '../../channels/registry.ts';
import { withPictures } from '../../content/with-pictures.ts';

/** What goes to one channel, in one language. */
export type ShownMessage = AlertVariant & {
  title: string;
  /** How many people get it there; null where it goes to places only. */
  people: number | null;
  /** Places where many see it. */
  places: string[];
};

/** What a page shows of it. */
export type PageMessage = Pick<
  ShownMessage,
  'id' | 'title' | 'subject' | 'html' | 'text' | 'preflight' | 'people' | 'places'
>;

/** What goes to each channel on which somebody gets it. */
export async function messagesOf(
  tx: Tx,
  alertId: string,
  { language, reach }: { language: string; reach: ReachAhead | null },
): Promise<ShownMessage[]> {
  const record = await alertRecord(tx, alertId, {
    preflight: (kind, prepared) => {
      const channel = findChannel(kind);
      return channel && preflight(prepared, channel.limits);
    },
  });
  const written = (record?.variants ?? []).filter(
    (each) => each.language === language && each.purpose === 'first',
  );
  const reached = reach && reachedAhead(reach);
  const going = written.filter(({ channel }) => reached === null || reached.has(channel));
  return (going.length > 0 ? going : written).map((variant) => {
    const counted = reach?.channels.find(({ channel }) => channel === variant.channel);
    const places = (reach?.destinations ?? []).filter(({ channel }) => channel === variant.channel);
    return {
      ...variant,
      title: findChannel(variant.channel)?.title ?? variant.channel,
      people: counted ? peopleOf(counted) : null,
      places: places.map(({ name }) => name),
    };
  });
}

const peopleOf = ({ people, held, digest }: ReachAhead['channels'][number]): number =>
  people + digest + held.reduce((sum, each) => sum + each.people, 0);

/** A message's HTML on its own, with its pictures in it. */
export const wholeHtml = (tx: Tx, { html }: Pick<ShownMessage, 'html'>): Promise<string> =>
  withPictures(html, (hash) => pictureOf(tx, hash));

/** The picture that shows the event: the chart, or what a channel shows instead. */
export function chartOf({ chart, pictures }: AlertDocument): { hash: string; description: string } | null {
  const drawn = [...(chart ? [chart] : []), ...(pictures ?? [])].find(({ picture }) => picture !== null);
  return drawn?.picture ? { hash: drawn.picture.hash, description: plain(drawn.description) } : null;
}
