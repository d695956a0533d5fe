import { PLANS } from '#src/shared/plans.ts';
import { siteConfig } from '#src/shared/site-config.ts';
import { ORIGIN } from '#src/shared/site-origin.ts';
import { sharePicturePath } from './share.ts';

/** Structured data (schema.org) of the landing page: who runs the site, the site, and what it sells. */
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

/** One offer per plan that has a price, in US dollars a month. */
export function product(): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: siteConfig.name,
    description: siteConfig.description,
    image: `${ORIGIN}${sharePicturePath('/')}`,
    brand: { '@id': ORGANISATION },
    offers: PLANS.flatMap(({ name, tagline, monthlyCents }) => {
      if (monthlyCents === null) return [];
      const price = (monthlyCents / 100).toFixed(2);
      return {
        '@type': 'Offer',
        name: name.site,
        description: tagline,
        url: `${ORIGIN}/#pricing`,
        price,
        priceCurrency: 'USD',
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          price,
          priceCurrency: 'USD',
          unitCode: 'MON',
          billingDuration: 1,
        },
        availability: 'https://schema.org/InStock',
      };
    }),
  };
}
