import { type Draft, faultsOf, formOf } from '../editor/form.ts';

/** What a draft is backtested by, as JSON; '' while the draft can't be. */
export function backtestForm(draft: Draft): string {
  if (Object.keys(faultsOf(draft, true)).length > 0) return '';
  const { headline, text } = faultsOf(draft);
  const {
    name: _name,
    approval: _approval,
    state: _state,
    routes: _routes,
    message,
    ...form
  } = formOf(draft);
  // A message with a mistake is not tested; the rule is.
  return JSON.stringify({ ...form, ...(!headline && !text && message && { message }) });
}
