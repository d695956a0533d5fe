/** A block as it came: nothing about it is known yet. */
export type Json = Readonly<Record<string, unknown>>;

const asJson = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const asList = (value: unknown): Json[] => (Array.isArray(value) ? value.map(asJson) : []);
const length = (text: unknown): number => (typeof text === 'string' ? [...text].length : 0);

export const BLOCKS_MAX = 50;
/** Documented nowhere; so much of it was seen to be refused. */
const ALL_MAX = 13_000;

type Problem = { at: string; says: string };

function textProblems(
  value: unknown,
  at: string,
  { max, types }: { max: number; types: readonly string[] },
): Problem[] {
  const { type, text, ...more } = asJson(value);
  if (!types.includes(String(type))) return [{ at: `${at}/type`, says: `must be ${types.join(' or ')}` }];
  const allowed = type === 'mrkdwn' ? 'verbatim' : 'emoji';
  const unknown = Object.keys(more).filter((name) => name !== allowed);
  if (unknown.length > 0) return [{ at, says: `no more than 0 additional properties: ${unknown.join()}` }];
  if (typeof text !== 'string') return [{ at: `${at}/text`, says: 'missing required field: text' }];
  if (length(text) === 0) return [{ at: `${at}/text`, says: 'must be more than 0 characters' }];
  return length(text) > max ? [{ at: `${at}/text`, says: `must be less than ${max + 1} characters` }] : [];
}

const BOTH = ['plain_text', 'mrkdwn'];
const PLAIN = ['plain_text'];

type Check = (block: Json, at: string, hasFile: (id: string) => boolean) => Problem[];

function countProblems(items: readonly unknown[], at: string, max: number): Problem[] {
  if (items.length === 0) return [{ at, says: 'no less than 1 items' }];
  return items.length > max ? [{ at, says: `no more than ${max} items allowed` }] : [];
}

const image: Check = ({ image_url: url, slack_file: file, alt_text: alt }, at, hasFile) => {
  if (typeof alt !== 'string' || length(alt) > 2_000) return [{ at: `${at}/alt_text`, says: 'is not valid' }];
  if ((url === undefined) === (file === undefined)) return [{ at, says: 'needs image_url or slack_file' }];
  if (url !== undefined)
    return length(url) > 3_000 || !/^https?:\/\//.test(String(url))
      ? [{ at: `${at}/image_url`, says: 'invalid image url' }]
      : [];
  const id = String(asJson(file)['id']);
  if (!/^F[A-Z0-9]{8,}$/.test(id))
    return [{ at: `${at}/slack_file/id`, says: 'input must match regex pattern: ^[F][A-Z0-9]{8,}$' }];
  return hasFile(id) ? [] : [{ at: `${at}/slack_file`, says: 'invalid slack file' }];
};

const CHECKS: Readonly<Record<string, Check>> = {
  header: ({ text }, at) => textProblems(text, `${at}/text`, { max: 150, types: PLAIN }),
  section: ({ text, fields }, at) => {
    if (text === undefined && fields === undefined) return [{ at, says: 'missing required field: text' }];
    const rows = Array.isArray(fields) ? (fields as unknown[]) : [];
    return [
      ...(text === undefined ? [] : textProblems(text, `${at}/text`, { max: 3_000, types: BOTH })),
      ...(fields === undefined ? [] : countProblems(rows, `${at}/fields`, 10)),
      ...rows.flatMap((row, n) => textProblems(row, `${at}/fields/${n}`, { max: 2_000, types: BOTH })),
    ];
  },
  context: ({ elements }, at, hasFile) => {
    const all = asList(elements);
    return [
      ...countProblems(all, `${at}/elements`, 10),
      ...all.flatMap((each, n) =>
        each['type'] === 'image'
          ? image(each, `${at}/elements/${n}`, hasFile)
          : textProblems(each, `${at}/elements/${n}`, { max: 3_000, types: BOTH }),
      ),
    ];
  },
  image,
  divider: () => [],
  actions: ({ elements }, at) => {
    const all = asList(elements);
    return [
      ...countProblems(all, `${at}/elements`, 25),
      ...all.flatMap(({ type, text, url }, n) => [
        ...(type === 'button' ? [] : [{ at: `${at}/elements/${n}/type`, says: 'unsupported type' }]),
        ...textProblems(text, `${at}/elements/${n}/text`, { max: 75, types: PLAIN }),
        ...(length(url) > 3_000 ? [{ at: `${at}/elements/${n}/url`, says: 'is too long' }] : []),
      ]),
    ];
  },
};

const textsIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    name === 'text' && typeof each === 'string' ? [each] : textsIn(each),
  );
};

/** Why Slack doesn't take these blocks: its code, and what it says beside; null where it does. */
export function refusalOfBlocks(
  blocks: unknown,
  hasFile: (id: string) => boolean,
): { error: string; messages: string[] } | null {
  if (!Array.isArray(blocks)) return { error: 'invalid_blocks_format', messages: [] };
  const problems =
    blocks.length > BLOCKS_MAX
      ? [{ at: '/blocks', says: `no more than ${BLOCKS_MAX} items allowed` }]
      : asList(blocks).flatMap((block, n): Problem[] => {
          const checkBlock = CHECKS[String(block['type'])];
          const at = `/blocks/${n}`;
          return checkBlock
            ? checkBlock(block, at, hasFile)
            : [{ at, says: `unsupported type: ${String(block['type'])}` }];
        });
  if (problems.length > 0)
    return {
      error: 'invalid_blocks',
      messages: problems.map(({ at, says }) => `[ERROR] ${says} [json-pointer:${at}]`),
    };
  const all = textsIn(blocks).reduce((sum, text) => sum + length(text), 0);
  return all > ALL_MAX ? { error: 'msg_blocks_too_long', messages: [] } : null;
}

/** The files that blocks show, with what they show. */
export const filesIn = (blocks: readonly Json[]): { id: string; alt: string }[] =>
  blocks.flatMap((block) => {
    const id = asJson(block['slack_file'])['id'];
    return typeof id === 'string' ? [{ id, alt: String(block['alt_text'] ?? '') }] : [];
  });

export const blocksIn = asList;
export const partsOf = asJson;
