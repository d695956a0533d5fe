import { siteConfig } from '#src/shared/site-config.ts';

/** What pages, feeds and calendars are read as. Some publishers, the SEC among them, refuse readers without a contact. */
export const readerAgent = (publicUrl: string): string =>
  `${siteConfig.name} reader (+${publicUrl}; ${siteConfig.email.support})`;
