import process, { argv } from 'node:process';

/** So much of curl as the documentation uses: -sSf, -X, -H, one address. For machines that have none. */
const headers = new Headers();
let method = 'GET';
let url = '';
for (let at = 2; at < argv.length; at += 1) {
  const arg = argv[at] ?? '';
  if (arg === '-X') method = argv[(at += 1)] ?? '';
  else if (arg === '-H') {
    const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(argv[(at += 1)] ?? '') ?? [];
    headers.append(name, value);
  } else if (!arg.startsWith('-')) url = arg;
}
const answer = await fetch(url, { method, headers });
if (!answer.ok && argv.includes('-sSf')) {
  console.error(`curl: (22) The requested URL returned error: ${answer.status}`);
  process.exit(22);
}
process.stdout.write(await answer.text());
