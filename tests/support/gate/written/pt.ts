import type { Written } from './written.ts';

export const PT: Written = {
  numbers: `
    {name} se moveu sete pontos.
    Onze minutos bastaram para {symbol}.
    Quatorze leitores perguntaram por {name}.
    A redação contou quarenta ordens em {symbol}.
    Uma dúzia de operadores nos escreveu.
    Uns duzentos contratos mudaram de mãos.
    A regra olhou sessenta barras de {name}.
    {symbol} fica em dois mil redondos.
    Meio milhão de leitores acompanha {name}.
    O evento durou noventa segundos.
    {name} é feito de quinhentos papéis.
    Nove em cada dez leitores viram.
    Há trinta anos acompanhamos {name}.
    Três redações monitoram {symbol}.
    Houve oitenta alertas antes deste.
    Duas barras dizem tudo.
    {brand} enviou cem alertas sobre {name}.
    Zero dúvida em {symbol}.
    Mil leitores estão atentos.
    Umas quinze barras bastam para {name}.`,
  parts: `
    {name} devolveu um terço.
    Dois terços da barra tinham passado.
    Metade dos leitores de {brand} acompanha {symbol}.
    {symbol} dobrou {when}.
    O volume de {name} triplicou.
    É o quarto alerta sobre {name}.
    Foi o segundo evento do dia.
    O preço caiu pela metade.
    {name} ocupa um quarto do gráfico.
    Aconteceu duas vezes em {symbol}.
    A primeira barra mostra isso.
    Foi dez vezes o normal.
    Um décimo de {name} foi vendido.
    Perdeu um quinto do valor.
    A última barra marca o evento.
    A terceira é a boa para {symbol}.
    Houve o dobro de negócios em {name}.
    Só uma fração dos leitores viu.
    Uma barra e meia bastou para {symbol}.
    A regra tocou três vezes.`,
  directions: `
    {name} foi ao chão.
    {symbol} levou uma surra.
    O preço de {name} ganhou altura.
    Compradores empurraram {symbol}.
    {name} devolveu seus ganhos.
    Dia vermelho para {symbol}.
    {name} quicou no piso.
    O preço escorregou em {name}.
    {symbol} avançou no fechamento.
    {name} ficou sob pressão.
    Vendedores derrubaram o preço.
    {symbol} terminou no positivo.
    Os altistas venceram em {name}.
    {symbol} virou para baixo.
    O evento foi uma queda.
    Seguiu-se um rali em {name}.
    {name} recuou.
    {symbol} voltou a subir.
    Tudo desceu ladeira abaixo para {name}.
    {symbol} saiu do vermelho.`,
  extremes: `
    {name} nunca esteve tão alto.
    Ninguém tinha visto este nível em {symbol}.
    Foi o maior evento do tipo.
    {symbol} bateu um recorde.
    {name} fechou em seu melhor preço.
    O movimento foi maior que todos os outros.
    {name} superou todos os outros índices.
    Foi o pior dia para {symbol}.
    A barra é mais longa que a anterior.
    {symbol} está perto do topo.
    O volume foi excepcional.
    Foi um movimento enorme em {name}.
    {name} é o mais forte de todos.
    O preço ficou bem acima da linha.
    {symbol} tocou o teto.
    A perda foi menor que o temido.
    {name} chegou ao fundo.
    Foi uma barra extraordinária.
    A faixa foi incomumente ampla em {name}.
    {symbol} foi melhor que o pensado.`,
  advice: `
    Leitores deveriam ter {name} na carteira.
    Vale a pena ter {symbol}.
    Talvez você queira vender {name}.
    Ponha seu dinheiro em {symbol}.
    {name} cabe em toda carteira.
    Realize ganhos em {name}.
    Não perca {symbol}.
    Fique longe de {name}.
    É hora de agir em {symbol}.
    Proteja sua posição em {symbol}.
    Nós compraríamos {name}.
    {name} é uma pechincha.
    Feche sua operação em {symbol}.
    Coloque um stop em {name}.
    Peça {symbol} ao seu corretor.
    {symbol} vale uma tentativa.
    Melhor esperar com {name}.
    A paciência compensa em {symbol}.
    Opere {name} conosco.
    Aproveite {symbol}.`,
  forecasts: `
    {name} vai se recuperar.
    Virá mais disso em {symbol}.
    A tendência tem espaço.
    {name} deve segurar sua linha.
    {symbol} vai continuar assim.
    Amanhã {name} seguirá igual.
    O próximo alvo é a linha antiga.
    {name} pode virar em breve.
    Pode se repetir em {symbol}.
    Uma virada é provável.
    O evento aponta para o que vem.
    Nada vai parar {name} agora.
    Tem mais por vir em {symbol}.
    {name} parece pronto para romper.
    O movimento continuará.
    {symbol} testará a linha.
    A próxima semana dirá sobre {name}.
    As perspectivas de {name} são boas.
    É questão de tempo para {symbol}.
    Em breve mais de {name}.`,
};
