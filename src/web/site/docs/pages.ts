import { getCollection } from 'astro:content';
import { DOC_GROUPS, type DocGroup } from '#src/web/content/docs-groups.ts';
import { faceOf } from '#src/engine/channels/face.ts';
import { channels, findChannel } from '#src/engine/channels/registry.ts';
import type { PlanClass } from '#src/shared/channels.ts';
import { channelPage } from './channel-page.ts';
import { movedTo, type Moved } from './moved.ts';
import { pageHtml } from './page-html.ts';

export type Heading = { depth: number; slug: string; text: string };
type DocPage = {
  title: string;
  description: string;
  group: string;
  href: string;
  available: 'now' | 'partly' | 'later' | null;
  headings: Heading[];
  html: string;
  /** Headings that older links to this page name. */
  moved: Moved[];
};

/** What is read of an entry; its own type is made by the build only. */
type Entry = {
  id: string;
  data: Pick<DocPage, 'title' | 'description'> & {
    group: DocGroup;
    available: 'now' | 'partly' | 'later';
    order: number;
    moved?: Readonly<Record<string, string>>;
  };
  rendered?: { html: string; metadata?: { headings?: Heading[] } };
};

/** Where a channel's page stands: behind the page of its class. */
const AFTER: Readonly<Record<PlanClass, number>> = {
  included: 1,
  messaging: 2.5,
  social: 3.5,
  hosted: 3.6,
  trading: 3.7,
};

/**
 * Every page of the documentation, in the order of reading. Each channel has one, made from its declaration; an entry
 * under its kind goes on where that ends.
 */
export async function docPages(): Promise<(DocPage & { id: string })[]> {
  const entries: readonly Entry[] = await getCollection('docs');
  const made = new Map(channels().map((channel) => [channel.kind, channelPage(faceOf(channel))]));
  const alone = [...made].filter(([kind]) => entries.every(({ id }) => id !== kind));
  const all: readonly Entry[] = [
    ...entries,
    ...alone.map(([id, { title, description }]): Entry => {
      const planClass = findChannel(id)?.planClass ?? 'included';
      const order = AFTER[planClass];
      const data = { title, description, group: 'Channels', available: 'now', order } as const;
      return { id, data };
    }),
  ];
  const pages = all
    .toSorted(
      ({ data: a }, { data: b }) =>
        DOC_GROUPS.indexOf(a.group) - DOC_GROUPS.indexOf(b.group) || a.order - b.order,
    )
    .map(({ id, data, rendered }) => ({
      id,
      href: `/documentation/${id}`,
      title: data.title,
      description: data.description,
      group: data.group,
      available: data.available,
      headings: [...(made.get(id)?.headings ?? []), ...headingsOf(rendered?.metadata?.headings)],
      html: pageHtml(`${made.get(id)?.html ?? ''}\n${rendered?.html ?? ''}`),
    }));
  const movedOf = new Map(all.map(({ id, data }) => [id, data.moved ?? {}]));
  return pages.map((page) => ({ ...page, moved: movedTo(page, movedOf.get(page.id) ?? {}, pages) }));
}

function headingsOf(found: readonly Heading[] | undefined): Heading[] {
  return (found ?? []).filter(({ depth }) => depth === 2 || depth === 3);
}
