import type { createBrands } from '#src/brands/brands.ts';
import { readLogo } from '#src/brands/logo.ts';
import type { Database } from '#src/db/database.ts';
import { pictureOf } from '#src/db/queries/media.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { withTenant } from '#src/db/tenant.ts';
import { channels } from '#src/engine/channels/registry.ts';
import { withDrawnPicture } from '#src/engine/content/picture/drawn-chart.ts';
import { previewedChannel, previewPictures } from '#src/engine/alerts/preview-pictures.ts';
import { exampleAlert } from '#src/engine/content/preview.ts';
import { withPictures } from '#src/engine/content/with-pictures.ts';
import type { BrandPreview, BrandPreviewForm } from '#src/shared/brands.ts';
import type { Clock } from '#src/shared/clock.ts';
import { withoutFooter } from '#src/shared/mail-footer.ts';
import { createHash } from 'node:crypto';

type Deps = { app: Database; clock: Clock; brands: Pick<ReturnType<typeof createBrands>, 'find'> };
type Shown = { hash: string; width: number; height: number; bytes: Buffer | null } | null;

/** An example alert as every channel sends it, in a brand that needn't be saved. */
export async function previewBrand(
  { app, clock, brands }: Deps,
  workspaceId: string,
  { brandId, logo, logoDark, languages, channel: kind, ...form }: BrandPreviewForm,
): Promise<BrandPreview> {
  const saved = brandId ? await brands.find(workspaceId, brandId) : null;
  const { entitlements } = await withTenant(app, workspaceId, (tx) => workspacePlan(tx, clock()));
  const [light, dark] = await Promise.all([
    shownLogo(logo, saved && [saved.logoHash, saved.logoWidth, saved.logoHeight]),
    shownLogo(logoDark, saved && [saved.logoDarkHash, saved.logoDarkWidth, saved.logoDarkHeight]),
  ]);
  const brand = {
    ...form,
    logoHash: light?.hash,
    logoWidth: light?.width,
    logoHeight: light?.height,
    logoDarkHash: dark?.hash,
    logoDarkWidth: dark?.width,
    logoDarkHeight: dark?.height,
    whiteLabel: entitlements.whiteLabel,
  };
  const example = await exampleAlert(brand, languages?.[0] ?? saved?.languages[0]);
  const unsaved = new Map(
    [light, dark, example.picture, example.dark].flatMap((each) =>
      each?.bytes ? [[each.hash, each.bytes]] : [],
    ),
  );
  const read = async (hash: string) => {
    const bytes = unsaved.get(hash);
    return bytes ? { type: 'image/png', bytes } : withTenant(app, workspaceId, (tx) => pictureOf(tx, hash));
  };
  const shown = previewedChannel(kind);
  const { document, picture } = await withDrawnPicture(example.document, {
    size: shown?.picture ?? null,
    charted: () => Promise.resolve(example.charted),
    logo: async (theme) => {
      const mark = (theme === 'dark' && dark) || light;
      const media = mark && (await read(mark.hash));
      return media && mark && { bytes: media.bytes, width: mark.width, height: mark.height };
    },
  });
  if (picture) unsaved.set(picture.hash, picture.bytes);
  return {
    channels: await Promise.all(
      channels().map(async (channel) => {
        const prepared = await channel.render(document);
        const { title, text, html } = prepared;
        const own = html === null ? null : withoutFooter(await withPictures(html, read));
        const pictures = await previewPictures(prepared, { channel, shown, document, read });
        return { channel: channel.kind, label: channel.title, title, text, html: own, pictures };
      }),
    ),
  };
}

type Stored = readonly [hash: string | null, width: number | null, height: number | null] | null;

/** One that isn't saved is read like an upload: what comes here is as foreign. */
async function shownLogo(given: string | null | undefined, stored: Stored): Promise<Shown> {
  if (given === null) return null;
  if (given === undefined) {
    const [hash = null, width = null, height = null] = stored ?? [];
    return hash && width && height ? { hash, width, height, bytes: null } : null;
  }
  const logo = await readLogo(Buffer.from(given.slice(given.indexOf(',') + 1), 'base64'));
  return { ...logo, hash: createHash('sha256').update(logo.bytes).digest('hex') };
}
