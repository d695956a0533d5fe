import { expect, it } from 'vitest';
import { siteConfig } from '#src/shared/site-config.ts';
import { fillSite } from './site-values.ts';

it('puts in what the site-config says, and leaves the slots of alerts alone', () => {
  expect(fillSite('{{site.name}}, {{site.email.support}}, {{close}}', 'text')).toBe(
    `${siteConfig.name}, ${siteConfig.email.support}, {{close}}`,
  );
});

it('fills a link that Markdown has written, whose braces are percent-encoded', () => {
  const link = '<a href="mailto:%7B%7Bsite.email.support%7D%7D">{{site.email.support}}</a>';
  const { support } = siteConfig.email;
  expect(fillSite(link, 'html')).toBe(`<a href="mailto:${support}">${support}</a>`);
  expect(() => fillSite('%7B%7Bsite.fax%7D%7D', 'html')).toThrow('The site-config has no text at fax.');
});

it('names the value that is not there', () => {
  expect(() => fillSite('{{site.fax}}', 'text')).toThrow('The site-config has no text at fax.');
  expect(() => fillSite('{{site.email}}', 'text')).toThrow('no text at email');
  expect(() => fillSite('{{site.constructor.name}}', 'text')).toThrow('no text at constructor.name');
});
