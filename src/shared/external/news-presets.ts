/** A feed that many people add. */
export type NewsPreset = { name: string; url: string };

/**
 * Common feeds by what they are about, as their publishers listed them on 2026-11-27. Official sources come first: their
 * headlines may be quoted freely; the terms of news sites differ.
 */
export const NEWS_PRESETS: readonly { title: string; items: readonly NewsPreset[] }[] = [
  {
    title: 'US company filings',
    items: [
      {
        name: 'SEC: 8-K filings',
        url: 'https://www.sec.gov/cgi-bin/browse-edgar?action=getcurrent&type=8-K&owner=include&count=100&output=atom',
      },
      {
        name: 'SEC: Form 4, insider trades',
        url: 'https://www.sec.gov/cgi-bin/browse-edgar?action=getcurrent&type=4&owner=only&count=100&output=atom',
      },
    ],
  },
  {
    title: 'Central banks',
    items: [
      {
        name: 'Federal Reserve: monetary policy',
        url: 'https://www.federalreserve.gov/feeds/press_monetary.xml',
      },
      {
        name: 'Federal Reserve: all press releases',
        url: 'https://www.federalreserve.gov/feeds/press_all.xml',
      },
      { name: 'European Central Bank', url: 'https://www.ecb.europa.eu/rss/press.html' },
      { name: 'Bank of England', url: 'https://www.bankofengland.co.uk/rss/news' },
      { name: 'Bank of Japan', url: 'https://www.boj.or.jp/en/rss/whatsnew.xml' },
      { name: 'Bank of Canada', url: 'https://www.bankofcanada.ca/content_type/press-releases/feed/' },
      { name: 'Reserve Bank of Australia', url: 'https://www.rba.gov.au/rss/rss-cb-media-releases.xml' },
    ],
  },
  {
    title: 'Economic data',
    items: [
      { name: 'US Bureau of Labor Statistics', url: 'https://www.bls.gov/feed/bls_latest.rss' },
      { name: 'US Bureau of Economic Analysis', url: 'https://apps.bea.gov/rss/rss.xml' },
      { name: 'US Energy Information Administration', url: 'https://www.eia.gov/rss/press_rss.xml' },
    ],
  },
  {
    title: 'Exchanges',
    items: [{ name: 'Nasdaq: trading halts', url: 'https://www.nasdaqtrader.com/rss.aspx?feed=tradehalts' }],
  },
  {
    title: 'Crypto news',
    items: [
      { name: 'CoinDesk', url: 'https://www.coindesk.com/arc/outboundfeeds/rss/' },
      { name: 'Cointelegraph', url: 'https://cointelegraph.com/rss' },
    ],
  },
];

export const findPreset = (url: string): NewsPreset | null =>
  NEWS_PRESETS.flatMap(({ items }) => items).find((each) => each.url === url) ?? null;
