import { parse } from 'node-html-parser';
import { expect, it } from 'vitest';
import { fillForm } from './fill.ts';

const PAGE = `<!doctype html><head><script>if (1 < 2 && "a") run();</script></head><body><p title=x>kept</p>
<form class="a [&amp;_b]:c" data-form="ask" method="post" novalidate><div>
<div data-field="name"><label for="n">Name<!-- --> *</label><input id="n" name="name" aria-describedby="n-hint" value=""><p id="n-hint">Hint</p></div>
<select name="volume"><option value="">Choose</option><option value="1">One</option><option value="10+">Ten</option></select>
<fieldset data-field="platforms"><input type="checkbox" name="platforms" value="Email"><input type="checkbox" name="platforms" value="Other"></fieldset>
<input type="checkbox" name="consent"><textarea name="message"></textarea>
</div><button type="submit">Send</button></form><form data-form="other"><input name="name"></form></body>`;

const fill = (
  values: [string, string][],
  errors: Record<string, string> = {},
  notice?: { title: string; text: string },
) => fillForm(PAGE, 'ask', { values: new URLSearchParams(values), errors, ...(notice ? { notice } : {}) });

it('puts back what was typed, whatever it was', () => {
  const nasty = `"><script>alert('1')</script> & &lt; \\d תנועה 🔔 '`;
  const root = parse(
    fill([
      ['name', nasty],
      ['volume', '10+'],
      ['platforms', 'Other'],
      ['consent', 'on'],
      ['message', `\n</textarea><b>${nasty}`],
      ['unknown', 'x'],
    ]),
    { blockTextElements: { textarea: true } },
  );
  expect(root.querySelectorAll('script')).toHaveLength(1);
  expect(root.querySelector('input[name=name]')?.getAttribute('value')).toBe(nasty);
  expect(root.querySelectorAll('option').map((each) => each.hasAttribute('selected'))).toEqual([
    false,
    false,
    true,
  ]);
  expect(root.querySelectorAll('[name=platforms]').map((each) => each.hasAttribute('checked'))).toEqual([
    false,
    true,
  ]);
  expect(root.querySelector('[name=consent]')?.hasAttribute('checked')).toBe(true);
  expect(root.querySelector('textarea')?.text).toBe(`\n\n</textarea><b>${nasty}`);
});

it('sets each sentence at the end of its field, ties it to the control and focuses the first', () => {
  const root = parse(
    fill([], { platforms: 'Choose <one>', name: 'Name is required', volume: 'Choose it', nothing: 'x' }),
  );
  const name = root.querySelector('input[name=name]');
  expect(name?.getAttribute('aria-invalid')).toBe('true');
  expect(name?.getAttribute('aria-describedby')).toBe('n-hint ask-name-error');
  const last = root.querySelector('[data-field=name]')?.lastElementChild;
  expect([last?.id, last?.getAttribute('data-server-error'), last?.text]).toEqual([
    'ask-name-error',
    'name',
    'Name is required',
  ]);
  expect(root.querySelector('fieldset')?.lastElementChild?.text).toBe('Choose <one>');
  // No wrapper of its own: after the control.
  expect(root.querySelector('select')?.nextElementSibling?.text).toBe('Choose it');
  // The first on the page, whatever the order of the sentences.
  expect(root.querySelectorAll('[autofocus]').map((each) => each.getAttribute('name'))).toEqual(['name']);
  expect(root.querySelectorAll('[data-server-error]')).toHaveLength(3);
});

it('says above all fields what went wrong with all of it', () => {
  const root = parse(
    fill([['name', 'Ada']], {}, { title: 'Something went wrong!', text: 'Please try again later.' }),
  );
  const notice = root.querySelector('[role=alert]');
  expect(notice?.text).toBe('Something went wrong! Please try again later.');
  expect(notice?.closest('form')?.getAttribute('data-form')).toBe('ask');
  // The form may stand far down the page: the browser goes to what has the focus.
  expect(notice?.getAttribute('tabindex')).toBe('-1');
  expect(root.querySelectorAll('[autofocus]').map((each) => each.getAttribute('role'))).toEqual(['alert']);
});

it('gives the focus to a wrong field before the notice', () => {
  const root = parse(fill([], { name: 'Name is required' }, { title: 'No!', text: 'Not now.' }));
  expect(root.querySelectorAll('[autofocus]').map((each) => each.getAttribute('name'))).toEqual(['name']);
});

it('leaves the rest of the page as it was, to the letter', () => {
  const filled = fill([['name', 'Ada']]);
  const outside = (page: string) => [page.split('<form class')[0], page.split('</form>').slice(1).join('')];
  expect(outside(filled)).toEqual(outside(PAGE));
  expect(filled).toContain('Name<!-- --> *');
  expect(filled).toContain('class="a [&amp;_b]:c" data-form="ask" method="post" novalidate>');
  expect(() => fillForm(PAGE, 'none', { values: new URLSearchParams(), errors: {} })).toThrow(
    'no form "none"',
  );
});
