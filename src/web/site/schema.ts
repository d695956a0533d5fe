import { siteConfig } from '#src/shared/site-config.ts';
import { ORIGIN } from '#src/shared/site-origin.ts';

/** Structured data (schema.org) of the landing page: who runs the site, and the site. */
const ORGANISATION = `${ORIGIN}/#organisation`;

export function organisation(): object {
  const { name, legalEntity, description, address, phone, email, social } = siteConfig;
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': ORGANISATION,
    name,
    legalName: legalEntity,
    description,
    url: `${ORIGIN}/`,
    logo: `${ORIGIN}/icon-512.png`,
    address,
    sameAs: Object.values(social),
    contactPoint: [
      { '@type': 'ContactPoint', contactType: 'customer support', email: email.support, telephone: phone },
      { '@type': 'ContactPoint', contactType: 'sales', email: email.sales },
    ],
  };
}

export function website(): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    '@id': `${ORIGIN}/#website`,
    name: siteConfig.name,
    url: `${ORIGIN}/`,
    publisher: { '@id': ORGANISATION },
  };
}
