import type { Publication, Publishing } from '#src/publishing/publishing.ts';
import type { PreferencesService } from '#src/subscribers/preferences.ts';
import type { OpenForm, SignUps } from '#src/subscribers/sign-up/sign-up.ts';
import type { Unsubscribe } from '#src/subscribers/unsubscribe.ts';

type Brand = { workspaceId: string; brandId: string };
const isOf = (brand: Brand, of: { workspaceId: string; brandId: string | null } | null): boolean =>
  of !== null && of.workspaceId === brand.workspaceId && of.brandId === brand.brandId;

/** The ways out of a brand's alerts, and no other brand's. */
export const onlyUnsubscribe = (all: Unsubscribe, brand: Brand): Unsubscribe => ({
  ...all,
  find: async (token) => {
    const known = await all.find(token);
    return isOf(brand, known) ? known : null;
  },
});

export const onlyPreferences = (all: PreferencesService, brand: Brand): PreferencesService => ({
  ...all,
  find: async (token) => {
    const known = await all.find(token);
    return isOf(brand, known) ? known : null;
  },
});

export function onlySignUps(all: SignUps, brand: Brand): SignUps {
  const own = (form: OpenForm | null): OpenForm | null => (isOf(brand, form) ? form : null);
  const waiting: SignUps['waiting'] = async (token) => {
    const found = await all.waiting(token);
    return found && own(found.form) ? found : null;
  };
  return {
    ...all,
    find: async (key) => own(await all.find(key)),
    waiting,
    // Nothing is confirmed before it's known whose it is.
    confirm: async (token) => ((await waiting(token)) ? all.confirm(token) : null),
    reader: async (token) => ((await waiting(token)) ? all.reader(token) : null),
  };
}

/** Pages with the brand's look, and on them its own alerts. */
export function onlyPublishing(all: Publishing, brand: Brand): Publishing {
  async function own<T extends Publication>(
    found: T | { moved: string } | null,
  ): Promise<T | { moved: string } | null> {
    if (found === null) return null;
    // A name of before says nothing of whose the page is now.
    if ('moved' in found) return (await own(await all.list(found.moved, null, 1))) ? found : null;
    if (!isOf(brand, found)) return null;
    return { ...found, posts: found.posts.filter(({ brandId }) => brandId === brand.brandId) };
  }
  return {
    list: async (slug, after, atMost) => own(await all.list(slug, after, atMost)),
    one: async (slug, alertId) => own(await all.one(slug, alertId)),
    picture: async (slug, which) =>
      (await own(await all.one(slug, which.alertId))) ? all.picture(slug, which) : null,
  };
}
