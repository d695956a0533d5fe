import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { hasRoom } from '#src/db/has-room.ts';
import { newId } from '#src/db/ids.ts';
import { linkOrigins } from '#src/db/queries/link-hosts.ts';
import { type Actor, type KeepAnswer, recordActivity } from '#src/db/queries/activity.ts';
import { audiences, brands, signupForms } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { violates } from '#src/db/violates.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import {
  type SignupForm,
  type SignupFormChange,
  type SignupFormForm,
  type SignupForms,
  SIGNUP_FORMS_MAX,
} from '#src/shared/signup-forms.ts';
import { packIds } from '../packed-ids.ts';
import { type LinkTo, type Offer, offerOf } from '../chats/offers.ts';
import { formToken } from '../chats/tokens.ts';
import { embedCode } from './embed.ts';

type By = { workspaceId: string; actor: Actor; keepAnswer?: KeepAnswer };
const NONE = 'There is no such form.';

/** The forms by which readers sign up themselves, as the workspace sees them. */
export function createSignupForms(deps: { app: Database; clock: Clock; publicUrl: string; linkTo: LinkTo }) {
  async function shown(tx: Tx, workspaceId: string, id?: string): Promise<SignupForm[]> {
    const since = new Date(deps.clock().getTime() - 30 * 86_400_000).toISOString();
    const count = (condition: ReturnType<typeof sql>) =>
      sql<number>`(select count(*)::int from sign_ups s where s.workspace_id = ${signupForms.workspaceId}
        and s.form_id = ${signupForms.id} and s.at >= ${since}::timestamptz and ${condition})`;
    const rows = await tx
      .select({
        form: signupForms,
        brand: brands.name,
        audience: audiences.name,
        confirmed: count(sql`s.confirmed_at is not null`),
        waiting: count(sql`s.confirmed_at is null`),
      })
      .from(signupForms)
      .innerJoin(
        brands,
        and(eq(brands.workspaceId, signupForms.workspaceId), eq(brands.id, signupForms.brandId)),
      )
      .innerJoin(
        audiences,
        and(eq(audiences.workspaceId, signupForms.workspaceId), eq(audiences.id, signupForms.audienceId)),
      )
      .where(
        and(
          eq(signupForms.workspaceId, workspaceId),
          isNull(signupForms.deletedAt),
          id ? eq(signupForms.id, id) : undefined,
        ),
      )
      .orderBy(desc(signupForms.createdAt), desc(signupForms.id));
    const origins = await linkOrigins(
      tx,
      { workspaceId, brandIds: rows.map(({ form }) => form.brandId), publicUrl: deps.publicUrl },
      deps.clock(),
    );
    const offers = new Map<string, Offer | null>();
    for (const { brandId } of rows.map(({ form }) => form))
      if (!offers.has(brandId))
        offers.set(brandId, await offerOf(tx, { workspaceId, brandId }, deps.clock()));
    return rows.map(({ form, ...row }) => {
      const {
        workspaceId: _workspace,
        closedAt,
        createdAt,
        updatedAt: _updated,
        deletedAt: _deleted,
        ...rest
      } = form;
      const url = `${origins(form.brandId)}/s/${packIds(workspaceId, form.id)}`;
      const offer = offers.get(form.brandId) ?? null;
      const chat = offer && deps.linkTo(offer, formToken(form.id));
      return {
        ...rest,
        ...row,
        closed: closedAt !== null,
        url,
        embed: embedCode(url, { ...form, chat }),
        createdAt: createdAt.toISOString(),
      };
    });
  }
  const one = async (tx: Tx, workspaceId: string, id: string): Promise<SignupForm> => {
    const [form] = await shown(tx, workspaceId, id);
    if (!form) throw new AppError('not_found', NONE);
    return form;
  };

  const lists = (tx: Tx, workspaceId: string) =>
    tx
      .select({ id: audiences.id, name: audiences.name })
      .from(audiences)
      .where(
        and(eq(audiences.workspaceId, workspaceId), eq(audiences.kind, 'list'), isNull(audiences.deletedAt)),
      )
      .orderBy(asc(audiences.name));
  const brandsOf = (tx: Tx, workspaceId: string) =>
    tx
      .select({ id: brands.id, name: brands.name })
      .from(brands)
      .where(and(eq(brands.workspaceId, workspaceId), isNull(brands.archivedAt)))
      .orderBy(asc(brands.name));

  /** @throws AppError validation_failed */
  async function check(
    tx: Tx,
    workspaceId: string,
    form: Pick<SignupFormChange, 'brandId' | 'audienceId'>,
  ): Promise<void> {
    if (form.brandId && !(await brandsOf(tx, workspaceId)).some(({ id }) => id === form.brandId))
      throw new AppError('validation_failed', 'Choose a brand of this workspace.', {
        details: { field: 'brandId' },
      });
    if (form.audienceId && !(await lists(tx, workspaceId)).some(({ id }) => id === form.audienceId))
      throw new AppError(
        'validation_failed',
        'Choose a list of this workspace. People can’t sign up for a filter.',
        {
          details: { field: 'audienceId' },
        },
      );
  }

  return {
    list: (workspaceId: string): Promise<SignupForms> =>
      withTenant(deps.app, workspaceId, async (tx) => ({
        items: await shown(tx, workspaceId),
        max: SIGNUP_FORMS_MAX,
        brands: await brandsOf(tx, workspaceId),
        lists: await lists(tx, workspaceId),
      })),

    /** @throws AppError validation_failed, name_taken */
    make: ({ workspaceId, actor, keepAnswer }: By, form: SignupFormForm): Promise<SignupForm> =>
      taken(() =>
        withTenant(deps.app, workspaceId, async (tx) => {
          const at = deps.clock();
          await check(tx, workspaceId, form);
          const limit = { of: 'sign-up forms', whose: workspaceId, max: SIGNUP_FORMS_MAX };
          const living = and(eq(signupForms.workspaceId, workspaceId), isNull(signupForms.deletedAt));
          if (!(await hasRoom(tx, limit, () => tx.$count(signupForms, living))))
            throw new AppError('validation_failed', `A workspace can have ${SIGNUP_FORMS_MAX} forms.`);
          const id = newId();
          await tx.insert(signupForms).values({ workspaceId, id, ...form, createdAt: at, updatedAt: at });
          await recordActivity(tx, { workspaceId, actor, action: 'form.created', subject: form.name, at });
          const made = await one(tx, workspaceId, id);
          await keepAnswer?.(tx, 201, made);
          return made;
        }),
      ),

    /** @throws AppError not_found, validation_failed, name_taken */
    change: ({ workspaceId, actor }: By, id: string, change: SignupFormChange): Promise<SignupForm> =>
      taken(() =>
        withTenant(deps.app, workspaceId, async (tx) => {
          const at = deps.clock();
          await check(tx, workspaceId, change);
          const { closed, ...fields } = change;
          const [changed] = await tx
            .update(signupForms)
            .set({
              ...fields,
              ...(closed === undefined ? {} : { closedAt: closed ? at : null }),
              updatedAt: at,
            })
            .where(isForm(workspaceId, id))
            .returning({ name: signupForms.name });
          if (!changed) throw new AppError('not_found', NONE);
          await recordActivity(tx, { workspaceId, actor, action: 'form.changed', subject: changed.name, at });
          return one(tx, workspaceId, id);
        }),
      ),

    /** @throws AppError not_found */
    remove: ({ workspaceId, actor }: By, id: string): Promise<void> =>
      withTenant(deps.app, workspaceId, async (tx) => {
        const at = deps.clock();
        const [gone] = await tx
          .update(signupForms)
          .set({ deletedAt: at, updatedAt: at })
          .where(isForm(workspaceId, id))
          .returning({ name: signupForms.name });
        if (!gone) throw new AppError('not_found', NONE);
        await recordActivity(tx, { workspaceId, actor, action: 'form.deleted', subject: gone.name, at });
      }),
  };
}
export type SignupFormService = ReturnType<typeof createSignupForms>;

const isForm = (workspaceId: string, id: string) =>
  and(eq(signupForms.workspaceId, workspaceId), eq(signupForms.id, id), isNull(signupForms.deletedAt));

async function taken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violates(error, 'signup_forms_name'))
      throw new AppError('name_taken', 'Another form already has this name.');
    throw error;
  }
}
