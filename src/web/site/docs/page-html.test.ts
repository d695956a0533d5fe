import { expect, it } from 'vitest';
import { pageHtml } from './page-html.ts';
import { sectionsOf } from './sections.ts';

const HTML = `<p>First.</p>
<h2 id="one">The <code>one</code></h2>
<table><thead><tr><th></th><th>State</th></tr></thead><tbody><tr><td>a</td><td>b &amp; c</td></tr></tbody></table>
<h3 id="two">Two</h3>
<pre class="language-sh"><code>npm &lt;start&gt;</code></pre>
<table><thead><tr><th></th><th></th></tr></thead><tbody><tr><td>Value</td><td>percent</td></tr></tbody></table>`;

it('makes boxes that scroll reachable, and names them after their heading', () => {
  const html = pageHtml(HTML);
  expect(html).toContain('<div class="wide" tabindex="0" role="group" aria-label="Table, The one"><table>');
  expect(html).toContain('<pre class="language-sh" tabindex="0" role="group" aria-label="Code, Two">');
  expect(html).toContain('<code>npm &lt;start&gt;</code>');
});

it('leaves no empty head in a table', () => {
  const html = pageHtml(HTML);
  expect(html).not.toMatch(/<th[^>]*><\/th>/);
  expect(html).toContain('<tr><td></td><th scope="col">State</th></tr>');
  expect(html).toContain('<tbody><tr><th scope="row">Value</th><td>percent</td></tr></tbody>');
});

it('puts tables of data in, and refuses one that there is not', () => {
  expect(pageHtml('<p>{{table.configuration}}</p>')).toContain('<td><code>PUBLIC_URL</code></td>');
  const plans = pageHtml('<p>{{table.plans}}</p>');
  expect(plans).toContain('<tr><td>Pro</td><td>$199</td><td>Up to 3 brand identities; Email plus 1');
  expect(plans).toContain('API access. Not included: Priority support.</td></tr>');
  expect(plans).toContain('Custom integrations.</td></tr>');
  expect(pageHtml('<p>{{table.add-ons}}</p>')).toMatch(/<td>Slack<\/td>.*<td>\$49<\/td>/);
  expect(() => pageHtml('<p>{{table.nothing}}</p>')).toThrow('The documentation has no table nothing.');
});

it('is cut at its headings for the search, its words apart', () => {
  const page = { title: 'Page', href: '/p', description: 'About.', html: pageHtml(HTML) };
  expect(sectionsOf(page)).toEqual([
    { title: 'Page', heading: '', href: '/p', text: 'About. First.' },
    { title: 'Page', heading: 'The one', href: '/p#one', text: 'State a · b & c' },
    { title: 'Page', heading: 'Two', href: '/p#two', text: 'npm <start> Value · percent' },
  ]);
});
