import { NO_CONTACT } from '#src/people/contacts.ts';
import type { ContactPreferencesService } from '#src/subscribers/contact-preferences.ts';
import { byOf, here } from '../actor.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { CONTACT_PREFERENCES } from './contract.ts';

const SENTENCE = { sentence: NO_CONTACT };

/** What a contact gets from each brand. */
export function addContactPreferencesRoutes(
  route: Route,
  { contactPreferences }: { contactPreferences: ContactPreferencesService },
): void {
  route(CONTACT_PREFERENCES.preferences, async (c) =>
    c.json(await contactPreferences.read(here(c), idOf(c, SENTENCE))),
  );
  route(CONTACT_PREFERENCES.changePreferences, async (c, body) => {
    const form = await body();
    return c.json(await contactPreferences.change(byOf(c), idOf(c, SENTENCE), form));
  });
}
