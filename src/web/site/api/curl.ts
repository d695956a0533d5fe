/** A request as an example shows it. `$NAMES` are the shell's, and stand for what the reader has. */
export type Example = {
  method: string;
  /** With what follows the question mark. */
  path: string;
  /** What is sent as the bearer token: `$TOKEN` of a session, or an API key. */
  token?: boolean | 'key';
  body?: unknown;
  /** Sent as it is: the name of a file that the reader has. */
  file?: string;
  /** The answer stays open. */
  stays?: boolean;
  headers?: Record<string, string>;
};

/** The example as a command line for a terminal. `$BASE` is the address of the service. */
export function curlOf({ method, path, token, body, file, stays, headers = {} }: Example): string {
  const verb = method.toUpperCase();
  const implied = verb === 'GET' || (verb === 'POST' && (body ?? file) !== undefined);
  const lines = [
    `curl${stays ? ' -N' : ''}${implied ? '' : ` -X ${verb}`} "$BASE${path}"`,
    ...(token ? [`-H "Authorization: Bearer ${token === 'key' ? '$KEY' : '$TOKEN'}"`] : []),
    ...Object.entries(headers).map(([name, value]) => {
      const quote = value.startsWith('$') ? '"' : "'";
      return `-H ${quote}${name}: ${value}${quote}`;
    }),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${bodyText(body)}`]),
    ...(file === undefined
      ? []
      : ["-H 'Content-Type: application/octet-stream'", `--data-binary '@${file}'`]),
  ];
  return lines.join(' \\\n  ');
}

/** In single quotes, unless the shell is to fill something in. */
function bodyText(body: unknown): string {
  const text = JSON.stringify(body);
  if (text.includes("'")) throw new Error('An example with an apostrophe doesn’t fit into single quotes.');
  return text.includes('$') ? `"${text.replaceAll('"', '\\"')}"` : `'${text}'`;
}
