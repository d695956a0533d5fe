/**
 * Programs that fetch links and pictures without a person, and mail apps that fetch for one whom they hide. Names are parts
 * of their User-Agent. Last checked on `asOf`. Scanners that call themselves a browser are found by what they do
 * (src/db/queries/reactions.ts).
 */
export const AGENTS = {
  asOf: '2026-11-27',
  /** Scanners, previews of chats and networks, crawlers, monitors, and libraries that no one reads mail with. */
  robots: [
    // Previews
    'Slackbot',
    'Slack-ImgProxy',
    'Discordbot',
    'Twitterbot',
    'facebookexternalhit',
    'facebookcatalog',
    'meta-externalagent',
    'LinkedInBot',
    'TelegramBot',
    'WhatsApp/',
    'SkypeUriPreview',
    'Microsoft-Teams',
    'Pinterestbot',
    'redditbot',
    'Embedly',
    'Iframely',
    'Mastodon/',
    'Bluesky Cardyb',
    'Google-PageRenderer',
    'Google-Read-Aloud',
    // Scanners of mail
    'BarracudaCentral',
    'Mimecast',
    'Proofpoint',
    'Symantec',
    'Microsoft Office Existence Discovery',
    'VirusTotal',
    'urlscan',
    // Monitors and libraries
    'HeadlessChrome',
    'PhantomJS',
    'Lighthouse',
    'Pingdom',
    'UptimeRobot',
    'StatusCake',
    'curl/',
    'Wget/',
    'python-requests',
    'python-urllib',
    'aiohttp',
    'httpx',
    'Go-http-client',
    'okhttp',
    'Java/',
    'Apache-HttpClient',
    'libwww-perl',
    'axios/',
    'node-fetch',
    'undici',
    'Guzzle',
    'PostmanRuntime',
    'HTTPie',
  ],
  /** Words that crawlers have in their names. */
  robotWords: ['bot', 'crawler', 'spider', 'scanner', 'preview', 'fetcher', 'monitor', 'archiver'],
  /**
   * Proxies of mailboxes: they fetch a picture when a person opens the email, or before, and don't tell which. Apple Mail
   * with privacy protection sends exactly `Mozilla/5.0`.
   */
  hiding: ['GoogleImageProxy', 'ggpht.com', 'YahooMailProxy', 'YahooCacheSystem'],
  hidingWhole: ['Mozilla/5.0'],
} as const;
