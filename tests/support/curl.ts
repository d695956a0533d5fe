import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/**
 * Runs a documented command line without a shell: `curl` with -X, -H, -d, -N and --data-binary @file (of tests/support/files), quoted as a shell reads it.
 * `$NAMES` outside single quotes are filled in from `values`.
 */
export async function runCurl(
  command: string,
  values: Record<string, string>,
  signal?: AbortSignal,
): Promise<Response> {
  const [program, ...args] = readWords(command, values);
  if (program !== 'curl') throw new Error(`Not a curl command: ${command}`);
  const headers = new Headers();
  let url = '';
  let method: string | null = null;
  let body: string | Uint8Array<ArrayBuffer> | null = null;
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at]!;
    if (arg === '-N') continue;
    if (!arg.startsWith('-')) {
      url = arg;
      continue;
    }
    at += 1;
    const value = args[at];
    if (value === undefined) throw new Error(`${arg} has no value in: ${command}`);
    if (arg === '-X') method = value;
    else if (arg === '-H')
      headers.append(value.slice(0, value.indexOf(':')), value.slice(value.indexOf(':') + 1).trim());
    else if (arg === '-d') body = value;
    else if (arg === '--data-binary')
      body = new Uint8Array(await readFile(join('tests/support/files', basename(value.replace(/^@/, '')))));
    else throw new Error(`The option ${arg} is not understood in: ${command}`);
  }
  return fetch(url, {
    method: method ?? (body === null ? 'GET' : 'POST'),
    headers,
    body,
    ...(signal ? { signal } : {}),
  });
}

/** Words as a POSIX shell splits them: '…', "…" with \" and $NAME, and a backslash at a line's end. */
export function readWords(command: string, values: Record<string, string>): string[] {
  const words: string[] = [];
  let rest = command.replaceAll('\\\n', ' ').trim();
  while (rest !== '') {
    let word = '';
    for (let piece = nextPiece(rest); piece; piece = nextPiece(rest)) {
      const [whole, single, double, bare] = piece;
      word += single ?? fill((double ?? bare ?? '').replaceAll('\\"', '"'), values);
      rest = rest.slice(whole.length);
    }
    if (rest !== '' && !/^\s/.test(rest)) throw new Error(`A quote does not end: ${rest}`);
    words.push(word);
    rest = rest.trimStart();
  }
  return words;
}

const nextPiece = (text: string) => /^(?:'([^']*)'|"((?:[^"\\]|\\.)*)"|([^\s'"]+))/.exec(text);

function fill(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\$([A-Z_]+)/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`$${name} stands for nothing.`);
    return value;
  });
}
