import type { SignupFormService } from '#src/subscribers/sign-up/forms.ts';
import { byOf, here } from '../actor.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { SIGNUP_FORMS } from './contract.ts';

const NONE = { sentence: 'There is no such form.' };

/** The forms by which readers sign up themselves. */
export function addSignupFormRoutes(route: Route, { signupForms }: { signupForms: SignupFormService }): void {
  route(SIGNUP_FORMS.list, async (c) => c.json(await signupForms.list(here(c))));
  route(SIGNUP_FORMS.make, async (c, body) => c.json(await signupForms.make(byOf(c), await body()), 201));
  route(SIGNUP_FORMS.change, async (c, body) => {
    const change = await body();
    return c.json(await signupForms.change(byOf(c), idOf(c, NONE), change));
  });
  route(SIGNUP_FORMS.remove, async (c) => {
    await signupForms.remove(byOf(c), idOf(c, NONE));
    return c.body(null, 204);
  });
}
