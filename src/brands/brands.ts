import { and, asc, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { hasRoom } from '#src/db/has-room.ts';
import { newId } from '#src/db/ids.ts';
import { type Actor, type KeepAnswer, recordActivity } from '#src/db/queries/activity.ts';
import { keepPicture } from '#src/db/queries/media.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { brands, routes } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Brand, BrandChange, BrandForm, Brands, LogoVersion } from '#src/shared/brands.ts';
import { canonicalJson } from '#src/platform/json/canonical.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import { planLimit, planName } from '#src/shared/plan-limit.ts';
import { DEFAULT_BRAND_COLOR } from '#src/shared/product.ts';
import { type Kit, kitIn, kitOf, withBlocked } from './kit.ts';
import { readLogo } from './logo.ts';

type By = { workspaceId: string; actor: Actor; keepAnswer?: KeepAnswer };
type Row = typeof brands.$inferSelect;

/** The brands of a workspace, as the account area and programs see them. */
export function createBrands({ app, clock }: { app: Database; clock: Clock }) {
  return {
    list: (workspaceId: string): Promise<Brands> =>
      withTenant(app, workspaceId, async (tx) => {
        const rows = await tx
          .select()
          .from(brands)
          .orderBy(sql`${brands.archivedAt} is not null`, desc(brands.isDefault), asc(brands.createdAt));
        const { entitlements } = await workspacePlan(tx, clock());
        const used = rows.filter(({ archivedAt }) => archivedAt === null).length;
        return { items: rows.map(shown), used, allowed: entitlements.brands };
      }),

    make: (by: By, form: BrandForm): Promise<Brand> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const { workspaceId } = by;
        const at = clock();
        await assertRoom(tx, workspaceId, at);
        await assertFree(tx, form.name, null);
        const [row] = await tx
          .insert(brands)
          .values({
            workspaceId,
            id: newId(),
            name: form.name,
            color: form.color ?? DEFAULT_BRAND_COLOR,
            accent: form.accent ?? null,
            languages: form.languages ?? ['en'],
            ...withBlocked(kitIn(form)),
            createdAt: at,
            updatedAt: at,
          })
          .returning();
        if (!row) throw new Error('The brand was not stored.');
        await recordActivity(tx, { ...by, action: 'brand.made', subject: form.name, at });
        await by.keepAnswer?.(tx, 201, shown(row));
        return shown(row);
      }),

    change: (by: By, id: string, form: BrandChange): Promise<Brand> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const at = clock();
        let row = await locked(tx, id);
        if (form.archived !== undefined) row = await setArchived(tx, by, row, form.archived, at);
        if (form.isDefault && !row.isDefault) row = await makeDefault(tx, by, row, at);
        row = await setLook(tx, by, row, form, at);
        return shown(await setLanguages(tx, by, row, form.languages ?? row.languages, at));
      }),

    setLogo: async (by: By, id: string, version: LogoVersion, given: Uint8Array): Promise<Brand> => {
      const logo = await readLogo(given);
      return withTenant(app, by.workspaceId, async (tx) => {
        const at = clock();
        const { name } = await locked(tx, id);
        const hash = await keepPicture(tx, { workspaceId: by.workspaceId, bytes: logo.bytes, now: at });
        const row = await save(tx, id, { ...LOGO_COLUMNS[version]({ ...logo, hash }), updatedAt: at });
        await recordActivity(tx, { ...by, action: 'brand.logo_set', subject: name, at });
        return shown(row);
      });
    },

    removeLogo: (by: By, id: string, version: LogoVersion): Promise<Brand> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const at = clock();
        const brand = await locked(tx, id);
        if ((version === 'dark' ? brand.logoDarkHash : brand.logoHash) === null) return shown(brand);
        const row = await save(tx, id, { ...LOGO_COLUMNS[version](null), updatedAt: at });
        await recordActivity(tx, { ...by, action: 'brand.logo_removed', subject: brand.name, at });
        return shown(row);
      }),

    /** A brand as it is stored, or null. */
    find: (workspaceId: string, id: string): Promise<Row | null> =>
      withTenant(app, workspaceId, async (tx) => {
        const [row] = await tx.select().from(brands).where(eq(brands.id, id));
        return row ?? null;
      }),
  };
}

type Kept = { hash: string; width: number; height: number };
const LOGO_COLUMNS: Readonly<Record<LogoVersion, (logo: Kept | null) => Partial<Row>>> = {
  light: (logo) => ({
    logoHash: logo?.hash ?? null,
    logoWidth: logo?.width ?? null,
    logoHeight: logo?.height ?? null,
  }),
  dark: (logo) => ({
    logoDarkHash: logo?.hash ?? null,
    logoDarkWidth: logo?.width ?? null,
    logoDarkHeight: logo?.height ?? null,
  }),
};

const logoOf = (hash: string | null, width: number | null, height: number | null): Brand['logo'] =>
  hash && width && height ? { hash, url: `/media/${hash}.png`, width, height } : null;

function shown(row: Row): Brand {
  const { id, name, color, accent, languages, isDefault, archivedAt, createdAt } = row;
  return {
    id,
    name,
    color,
    accent,
    languages,
    logo: logoOf(row.logoHash, row.logoWidth, row.logoHeight),
    logoDark: logoOf(row.logoDarkHash, row.logoDarkWidth, row.logoDarkHeight),
    ...kitOf(row),
    isDefault,
    archivedAt: archivedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

async function locked(tx: Tx, id: string): Promise<Row> {
  const [row] = await tx.select().from(brands).where(eq(brands.id, id)).for('update');
  if (!row) throw new AppError('not_found', 'There is no such brand.');
  return row;
}

async function save(tx: Tx, id: string, change: Partial<Row>): Promise<Row> {
  const [row] = await tx.update(brands).set(change).where(eq(brands.id, id)).returning();
  if (!row) throw new Error('The brand was not stored.');
  return row;
}

async function setLook(tx: Tx, by: By, row: Row, form: BrandChange, at: Date): Promise<Row> {
  const name = form.name ?? row.name;
  const color = form.color ?? row.color;
  const accent = form.accent === undefined ? row.accent : form.accent;
  const isRenamed = name !== row.name;
  const isColored = color !== row.color || accent !== row.accent;
  const kit = changedKit(row, form);
  if (!isRenamed && !isColored && kit === null) return row;
  if (isRenamed) {
    await assertFree(tx, name, row.id);
    await recordActivity(tx, {
      ...by,
      action: 'brand.renamed',
      subject: name,
      detail: { from: row.name },
      at,
    });
  }
  if (isColored)
    await recordActivity(tx, { ...by, action: 'brand.colored', subject: name, detail: { color }, at });
  if (kit) await recordActivity(tx, { ...by, action: 'brand.kit_changed', subject: name, at });
  return save(tx, row.id, { name, color, accent, ...withBlocked(kit ?? {}), updatedAt: at });
}

/** What a change says of the rest; null where nothing of it is another. */
function changedKit(row: Row, form: BrandChange): Partial<Kit> | null {
  const [before, wanted] = [kitOf(row), kitIn(form)];
  const keys = Object.keys(wanted) as (keyof Kit)[];
  return keys.some((key) => canonicalJson(before[key]) !== canonicalJson(wanted[key])) ? wanted : null;
}

async function setLanguages(tx: Tx, by: By, row: Row, languages: Row['languages'], at: Date): Promise<Row> {
  if (languages.join() === row.languages.join()) return row;
  const detail = { languages: languages.join(', ') };
  await recordActivity(tx, { ...by, action: 'brand.languages_set', subject: row.name, detail, at });
  return save(tx, row.id, { languages, updatedAt: at });
}

async function makeDefault(tx: Tx, by: By, row: Row, at: Date): Promise<Row> {
  if (row.archivedAt !== null)
    throw new AppError('validation_failed', 'An archived brand can’t be the default. Restore it first.');
  // Before the other, as there is one at most.
  await tx.update(brands).set({ isDefault: false }).where(eq(brands.isDefault, true));
  await recordActivity(tx, { ...by, action: 'brand.made_default', subject: row.name, at });
  return save(tx, row.id, { isDefault: true, updatedAt: at });
}

async function setArchived(tx: Tx, by: By, row: Row, archived: boolean, at: Date): Promise<Row> {
  if (archived === (row.archivedAt !== null)) return row;
  if (!archived) {
    await assertRoom(tx, by.workspaceId, at);
    await assertFree(tx, row.name, row.id);
    await recordActivity(tx, { ...by, action: 'brand.restored', subject: row.name, at });
    return save(tx, row.id, { archivedAt: null, updatedAt: at });
  }
  if (row.isDefault)
    throw new AppError(
      'validation_failed',
      'The default brand can’t be archived. Make another one the default first.',
    );
  const using = await tx.$count(
    tx.selectDistinct({ ruleId: routes.ruleId }).from(routes).where(eq(routes.brandId, row.id)),
  );
  if (using > 0)
    throw new AppError(
      'validation_failed',
      `“${row.name}” is used by ${using === 1 ? 'a rule' : `${using} rules`}. Choose another brand for ${using === 1 ? 'it' : 'them'} first.`,
    );
  await recordActivity(tx, { ...by, action: 'brand.archived', subject: row.name, at });
  return save(tx, row.id, { archivedAt: at, updatedAt: at });
}

/** @throws AppError plan_limit */
async function assertRoom(tx: Tx, workspaceId: string, now: Date): Promise<void> {
  const { planId, entitlements } = await workspacePlan(tx, now);
  const max = entitlements.brands;
  if (max === null) return;
  const inUse = () => tx.$count(brands, isNull(brands.archivedAt));
  if (await hasRoom(tx, { of: 'brands', whose: workspaceId, max }, inUse)) return;
  const sentence = `The ${planName(planId)} plan includes ${max === 1 ? 'one brand' : `${max} brands`}.`;
  throw planLimit(planId, 'brands', sentence, await inUse());
}

/** @throws AppError name_taken */
async function assertFree(tx: Tx, name: string, id: string | null): Promise<void> {
  const taken = await tx.$count(
    brands,
    and(
      sql`lower(${brands.name}) = lower(${name})`,
      isNull(brands.archivedAt),
      id === null ? undefined : ne(brands.id, id),
    ),
  );
  if (taken > 0) throw new AppError('name_taken', `There already is a brand “${name}”. Choose another name.`);
}
