import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import type { Cursor } from '#src/db/queries/cursor.ts';
import { linkOrigin } from '#src/db/queries/link-hosts.ts';
import { pictureOf } from '#src/db/queries/media.ts';
import { brands } from '#src/db/schema.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { ChosenFormats } from '#src/shared/formats.ts';
import { type Look, LOOK_COLUMNS, lookOf } from '#src/subscribers/look.ts';
import { type OpenPlace, openPlace } from './open-place.ts';
import { mediaOf, newestPosts, type Post, postOf, type Words } from './posts.ts';

export type { Post, Words };

/** How the page writes times. `timeZone`: IANA; UTC where there is none. */
export type Times = { timeZone: string | null; formats: ChosenFormats };

/** A page with what is on it. */
export type Publication = {
  slug: string;
  workspaceId: string;
  /** Whose look it has: that of its newest alert's brand. */
  brandId: string;
  /** Where its links lead: the brand's own domain, or our address. */
  origin: string;
  look: Look;
  times: Times;
  posts: Post[];
  /** Where older ones begin; null where there are none. */
  next: Cursor | null;
  /** How many bytes each picture has, by its hash. */
  sizes: ReadonlyMap<string, number>;
};
/** `moved`: the name that the page has now. */
type Found<T> = T | { moved: string } | null;

type PublishingDeps = { app: Database; clock: Clock; publicUrl: string; perPage?: number };

const POSTS_PER_PAGE = 50;

/**
 * What anyone may read of what alerts were sent to public pages. Each read begins without a workspace and enters the one
 * that has the name, so that row security keeps every other out.
 */
export function createPublishing({ app, clock, publicUrl, perPage = POSTS_PER_PAGE }: PublishingDeps) {
  const shown = showing({ clock, publicUrl });
  const inPlace = <T>(
    slug: string,
    read: (tx: Tx, place: OpenPlace) => Promise<T | null>,
  ): Promise<Found<T>> =>
    app.transaction(async (tx) => {
      const place = await openPlace(tx, slug, clock());
      if (!place) return null;
      return place.slug === slug ? read(tx, place) : { moved: place.slug };
    });

  return {
    /** The newest posts, or those after one. @param atMost of them; a page of them unless given */
    list: (slug: string, after: Cursor | null, atMost = perPage): Promise<Found<Publication>> =>
      inPlace(slug, async (tx, place) => {
        const page = await newestPosts(tx, place, { after, atMost });
        return shown(tx, place, page);
      }),

    /** One alert. Null where it was never sent to this page. */
    one: (slug: string, alertId: string): Promise<Found<Publication>> =>
      inPlace(slug, async (tx, place) => {
        const post = await postOf(tx, place, alertId);
        return post && shown(tx, place, { posts: [post], next: null });
      }),

    /** A picture of an alert that is on the page. */
    picture: (
      slug: string,
      { alertId, hash }: { alertId: string; hash: string },
    ): Promise<Found<{ type: string; bytes: Buffer }>> =>
      inPlace(slug, async (tx, place) => {
        const post = await postOf(tx, place, alertId);
        return post && mediaOf(post).some((each) => each.hash === hash) ? pictureOf(tx, hash) : null;
      }),
  };
}
export type Publishing = ReturnType<typeof createPublishing>;

const showing =
  ({ clock, publicUrl }: Pick<PublishingDeps, 'clock' | 'publicUrl'>) =>
  async (
    tx: Tx,
    place: OpenPlace,
    { posts, next }: Pick<Publication, 'posts' | 'next'>,
  ): Promise<Publication | null> => {
    const [first] = posts;
    // In the look of its newest alert's brand; before the first, of the one that rules without a choice have.
    const [brand] = await tx
      .select({ id: brands.id, ...LOOK_COLUMNS, timeZone: brands.timeZone, formats: brands.formats })
      .from(brands)
      .where(
        and(
          eq(brands.workspaceId, place.workspaceId),
          first ? eq(brands.id, first.brandId) : isNull(brands.archivedAt),
        ),
      )
      .orderBy(desc(brands.isDefault), asc(brands.createdAt))
      .limit(1);
    if (!brand) return null;
    const { workspaceId } = place;
    return {
      slug: place.slug,
      workspaceId,
      brandId: brand.id,
      origin: await linkOrigin(tx, { workspaceId, brandId: brand.id, publicUrl }, clock()),
      look: lookOf(brand, place.entitlements),
      times: { timeZone: brand.timeZone, formats: brand.formats },
      posts,
      next,
      sizes: await sizesOf(tx, posts),
    };
  };

async function sizesOf(tx: Tx, posts: readonly Post[]): Promise<Map<string, number>> {
  const hashes = [...new Set(posts.flatMap(mediaOf).map(({ hash }) => hash))];
  if (hashes.length === 0) return new Map();
  const { rows } = await tx.execute<{ hash: string; size: number }>(
    sql`select hash, length(bytes) as size from media where hash = any(${sql.param(hashes)}::text[])`,
  );
  return new Map(rows.map(({ hash, size }) => [hash, size]));
}
