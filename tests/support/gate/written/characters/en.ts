import type { Characters } from '../written.ts';

export const EN: Characters = {
  figures: `
    {name} closed at 2,711.02 {when}.
    The open of {name} was 2,386.13.
    {name} closed 12% lower.
    Call it 2,400 for {name}.
    {symbol} moved +11.98% {when}.
    The previous close was 2,508.59.
    {name} closed 11.89% lower.
    The high was 2,380.94 and the low 2,562.98.
    That leaves {symbol} at 2386.
    {name} closed 1,198 basis lower.
    The rule watches moves of 11.98% or more.
    {name} shed 324.89 in {symbol} terms.
    Volume came to 30,000 in {name}.
    The bar of 2020-03-17 shows it.
    {name} is at 2.38613 now.
    S&P 501 closed where you see it.
    Here are the 11 figures of the event.
    {name} went from 2,386.13 to 2,711.02.
    {symbol} is off -5%.
    Alert no. 4 on {name}.`,
  links: `
    See www.harborvale.example for {name}.
    The chart is at https://harborvale.example/c.
    Write to desk@harborvale.example.
    Our handle is @harborvale.
    More at harborvale dot com.
    Find {brand} on Telegram.
    t.me/harborvale has the chart.
    The link is in our bio.
    Details on our website.
    Scan the QR code for {name}.
    Call our hotline about {symbol}.
    Text {name} to 55 51 23.
    harborvale[.]example has all figures.
    harborvale (dot) example has all figures.
    h t t p : // harborvale
    It is all on bit dot ly slash vale.
    desk at harborvale dot example answers.
    Message us on WhatsApp about {name}.
    The address is harborvale.example.
    ftp://harborvale has the data.`,
  markup: `
    <b>{name}</b> closed lower.
    **{name}** is the instrument of this alert.
    [The chart](chart) shows the event.
    The close was {{close}}.
    {% if close %}Here is the event.{% endif %}
    <script>alert</script> follows.
    # The event in {name}
    > The desk at {brand} saw it.
    | Close | Open |
    \`{name}\` is shown below.
    ~~{name} is shown below.~~
    __The details are below.__
    <!-- The details are below. -->
    The details &lt;are&gt; below.
    *The details are below.*
    ||The details are below.||
    [b]The details are below.[/b]
    <mj-text>The details are below.</mj-text>
    The details are in the table.[^a]
    \${close} is the close.`,
  hidden: `
    {name} f\u200bell.
    {name} f\u0435ll.
    {name} ro\u00adse.
    {name} r\u043ese.
    The price went u\u2060p.
    It was a rec\u200dord.
    B\u200cuy {name}.
    It was \u202erewol.
    {name} lo\u0301\u0335st it.
    {name} \uff46\uff45\uff4c\uff4c.
    {name} \u{1d41f}\u{1d41e}\u{1d425}\u{1d425}.
    It was f\u0131ve of them.
    It was \u2464 of them.
    It was \u2164 of them.
    The move was \u00bd of it.
    Se\u3164ll {symbol}.
    Sell\u2800 {symbol}.
    {name} \ua730\u1d07\u029f\u029f.
    The move was ten\u{e0066}\u{e006f}\u{e006c}\u{e0064}.
    It was tw\u03bf of them.`,
};
