import { parseArgs } from 'node:util';

export const USAGE = `npm run shots [-- OPTIONS]

  (none)           every page of the public site and its forms, into shots/site
  --account        every screen of the account area, the demo and the console, into shots/account
  --docs           the pictures of the documentation and the README, into src/web/public/docs
  --pages A,B      only these paths: /,/blog or, with --account, /dashboard/alerts,/dashboard/alerts/:id
  --states A,B     only these states: intake-wrong,menu or, with --account, full,empty
  --widths A,B     in pixels (default: 390,768,1280,1920)
  --no-build       uses the build that is there
`;

export type ShotOptions = {
  account: boolean;
  docs: boolean;
  pages: string[] | null;
  states: string[] | null;
  widths: number[];
  build: boolean;
};

/** The options of the command line, or a sentence about what is wrong with them. */
export function readShotOptions(args: string[]): ShotOptions | { problem: string } {
  try {
    const { values } = parseArgs({
      args,
      options: {
        account: { type: 'boolean', default: false },
        docs: { type: 'boolean', default: false },
        pages: { type: 'string' },
        states: { type: 'string' },
        widths: { type: 'string', default: '390,768,1280,1920' },
        build: { type: 'boolean', default: true },
      },
      allowNegative: true,
    });
    const widths = values.widths.split(',').map(Number);
    if (!widths.every((width) => Number.isInteger(width) && width >= 200 && width <= 4000))
      return {
        problem: `--widths needs numbers from 200 to 4000, such as 390,1280. It got ${values.widths}.`,
      };
    if (values.account && values.docs) return { problem: 'Use --account or --docs, not both.' };
    return {
      ...values,
      pages: values.pages?.split(',') ?? null,
      states: values.states?.split(',') ?? null,
      widths,
    };
  } catch (error) {
    const { message } = error as Error;
    const [, option] = /^Unknown option '([^']+)'/.exec(message) ?? [];
    const [, extra] = /^Unexpected argument '([^']+)'/.exec(message) ?? [];
    if (option) return { problem: `There is no option ${option}.` };
    if (extra) return { problem: `${extra} is not an option. To choose pages, use --pages ${extra}.` };
    return { problem: message };
  }
}
