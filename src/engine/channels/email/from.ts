import type { OutgoingMail } from '#src/platform/mail/transport.ts';
import type { SendDeps, SendTo } from '../channel.ts';

/** RFC 5321, section 4.5.3.1.1. */
const LOCAL_MAX = 64;

/** The address with a tag before the @, or null where the two are longer than a mailbox's name may be. */
function tagged(address: string, tag: string): string | null {
  const at = address.lastIndexOf('@');
  const local = `${address.slice(0, at).split('+')[0]}+${tag}`;
  return local.length > LOCAL_MAX ? null : local + address.slice(at);
}

export const domainOf = (address: string): string =>
  address.slice(address.lastIndexOf('@') + 1).toLowerCase();

type From = Pick<OutgoingMail, 'from' | 'replyTo' | 'returnPath' | 'dkim'>;
type To = Pick<SendTo, 'deliveryId' | 'returnTag'>;

/**
 * Who an email is from. The brand's own address needs its own server, or its domain's DKIM key in the DNS: nobody sends
 * from a domain that they haven't shown to be theirs. Otherwise it comes from the installation's, and answers go to the brand.
 */
export function fromOf({ deliveryId, returnTag = deliveryId }: To, deps: SendDeps): From {
  const { sender, connection, mail } = deps;
  const { fromName, fromAddress, replyTo, bounceAddress, selector } = sender.settings;
  const name = fromName ?? sender.brandName;
  const privateKey = sender.secrets['dkim'];
  const signs = selector !== undefined && privateKey !== undefined;
  // So that a bounce says which delivery it is about.
  const returnPathAt = (address: string): string => tagged(address, returnTag) ?? address;
  if (fromAddress === undefined || (connection === null && !signs)) {
    const answersTo = replyTo ?? fromAddress;
    return {
      from: { name, address: mail.from },
      returnPath: returnPathAt(mail.from),
      ...(answersTo === undefined ? {} : { replyTo: answersTo }),
    };
  }
  const bounces = bounceAddress ?? (connection === null ? mail.from : null);
  return {
    from: { name, address: fromAddress },
    ...(replyTo === undefined ? {} : { replyTo }),
    // A server of the brand's own may take its own addresses only.
    ...(bounces === null ? {} : { returnPath: returnPathAt(bounces) }),
    ...(signs ? { dkim: { domain: domainOf(fromAddress), selector, privateKey } } : {}),
  };
}

/** Stands before the tag: out-of-office replies go to the Return-Path, and mean nothing of the kind. */
export const LEAVE_MARK = 'u-';

/** Where an email unsubscribes its sender, in a mailbox that is forwarded to us; null where none is. */
export function leaveAddressOf(
  { deliveryId, returnTag = deliveryId }: To,
  { sender, mail }: SendDeps,
): string | null {
  const own = sender.takesMail ? sender.settings['bounceAddress'] : undefined;
  const mailbox = own ?? (mail.takesMail ? mail.from : null);
  return mailbox === null ? null : tagged(mailbox, LEAVE_MARK + returnTag);
}
