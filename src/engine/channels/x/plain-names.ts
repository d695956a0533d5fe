const JOINER = '\u2060';
/** An address as it is; or a dot that would make one, or a mention: `SAP.DE`, `Amazon.com`, `@name`. */
const LINKING = /https?:\/\/\S+|(?<=[\p{L}\p{N}_-])\.(?=\p{L}{2})|[@＠](?=\w)/gu;

/**
 * X makes a link of everything that looks like a domain: of `SAP.DE`, which then leads to a stranger's site, counts 23 and
 * costs as much as a post with a link. And of `@name` a mention. An invisible character keeps them what they are.
 */
export const plainNames = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(LINKING, (found) => (found.startsWith('http') ? found : `${found}${JOINER}`));
