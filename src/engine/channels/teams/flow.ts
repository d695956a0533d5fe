import type { OpenConnection } from '../channel.ts';

export const FIELD = 'url';
/** The one place that a flow posts to. */
export const FLOW_PLACE = 'webhook';

/** Where flows are started; the connectors' old addresses at webhook.office.com don't work any more. */
const HOSTS = /^(?:[a-z0-9-]+\.)+(?:logic\.azure\.com|environment\.api\.powerplatform\.com)$/;
const OLD_HOSTS = /\.webhook\.office\.com$|^outlook\.office\.com$/;

/** Why an address doesn't start a flow, for who typed it; null where it may. */
export function problemOfUrl(typed: string): string | null {
  const url = URL.parse(typed.trim());
  if (url && OLD_HOSTS.test(url.hostname))
    return 'This is the address of a connector. Microsoft turned those off in May 2026: create a workflow and enter its URL.';
  if (
    !url ||
    url.protocol !== 'https:' ||
    url.port !== '' ||
    !HOSTS.test(url.hostname) ||
    url.username !== ''
  )
    return 'Enter the URL that the Workflows app shows. Its server ends in logic.azure.com or environment.api.powerplatform.com.';
  return url.searchParams.has('sig')
    ? null
    : 'The URL isn’t complete: it has no “sig=”. Copy all of it. If there is none, let “Anyone” trigger the flow and copy it again.';
}

export const urlOf = ({ secrets }: OpenConnection): string => secrets[FIELD] ?? '';

export const normalizePlace = (typed: string): string | null =>
  typed.trim().toLowerCase() === FLOW_PLACE ? FLOW_PLACE : null;
