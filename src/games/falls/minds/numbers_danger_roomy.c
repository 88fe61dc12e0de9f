/* Numbers for worth.c, written by learn_bench; docs/measurements.md says how. */
#include "minds.h"

/* clang-format off */
const char *const falls_numbers_danger_roomy[] = {
    "}~}~}~}~}oO}~}~}~}~}~}FO}~}kO}~}rN}+O})O}~}~}~}~}]O}&Q}~}~}~}~}~}~}~}~}~PNN}*O}~}~}~}~}dLOPPO}~}~}^NO}~}~}aMQ}tO}sOPPQ}oO}rS}-NO}*MQ}(OPQPQQ}'QPQPON}WN}UOO}0O}|O}~}~}+Q}&RPMOPPO}&OPPOPPQ}3O}~",
    "}~}BM}2O}~}~}QN}~}kO}QO}CO}}HMNQO}'JPPO}&MPOOTOO}&RPPRKNO}(O}1O}.OPO}&QPPQPPQPQQMNNPO}.O}(Q}(Q})OPPQPO}-OOOO}/N}<QPQPQ}'O};O}*R}+RPQ}&QPPOPO}1O}0OOOPO}&O}*OOO}'OQ}&QOO}-Q}'SPPRPPO}.O}4OOO}3O}(",
    "OOPQPPOO}1O}&ONNOOPO}&OOOOOONOONNLNMKGOOKJJCOOPOPPONPONOPPNO}-O}&O}0OO}gO}&Q})O}UO}3O}1O}0OPPOOOOOOOOONONKNLLKFNNPNPOPOOPN}5OOO}+O}'O}2O}VO}BO}AO}3O}0OPPOO}.O}&OOOOOOONNNKOKLJIPOOOO}&O}'OO}YO",
    "}'OOOOONLOOON}6O}FO}1OPOPNNLO}KOPOONMN}*O}*O},OPOPONOOO}'O}:O}-OONNN}(OPO}*O}(O}*MN}*OOPONN}7Q}0R}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}'RPL}~}~}~}~}~}~}~}~}~}FO}nQ}~}~}~}~}~}~}~}~}~}~}~}~}(LLO}*Q}/",
    "RPR}8O}~}~}~}~}~}~}OO}~}~}~}~}~}~}~}~}~}GO}&MNO}cO}~}~}~}~}~}~}~}~}fN}iS}:N}~}~}~}~}DO}~}~}~}~}~}~}~}IKOO}*S}/O},R}'RPQ}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}{O}&LNM}JO}~}~}~}~}~}~}~}~}yOPPOOO})O}bO}:",
    "O}~}~}~}~}FOPO}aR}7O}&O}&O}AQPPQ}8O}~}~}~}~}~}gLNO}&Q})R}0R}&Q}(QS}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}}O}&MMN}cO}~}~}~}~}~}~}~}~}aOPPNOO}(O}cO}0O},N}~}~}~}~}FO}~}~}~}6O}~}1Q}YQ}.Q}~}~}:2FM}(QPOPPQW",
    "PQPQQPPRINPOR}'SQPPSMPQOPPWRQQNQPQPQ}&RPPRPUQ}~}~}~}~}~}0O}OO}]OPPOO}/O}~}~}~}nOPO}~}~}AOO}~}PN}2O}~}CKOPPAJM}*R}*O}.S})O}&N},R}0O})Q})R}~}~PO}~}~}~}~}zO}*O}~}KMOPIMN}(LO}+O}*O}(O}(O}7O}*O}&M",
    "}/RN}'Q}'O}-RPR}'O}vO}~}cO}&O}~}-O}DNOLNO}&OO}'O},OPO}'O}>NPPMPPO}+O}&O}&OPPQO}&N}&O}.QR}*R}+MPPO})O}(O}+NOPO}fO}WO}3MNNPPOO}&O})O}0O}1OPO}&O}&O}&OPOPOPO}&O}-O}2ROPOPO}&O})OOPPOOPPOPPOO}:OR})O",
    "}&O}1O}'O}&OIJMOMOPPMOOOOPOPLOOPOOPPOO})NMOOOOPNOOONOOPOONOOONOPOOOOOOOOOOOOOPONOPONPOQNOOOOOPOOOPQOOOOOOOPOOPOOOOOOPNOPOOOPOONONONNNOOOOOOOOOOOPOQOOOOOOPQOPOPOOOONNOOOOONOOPNOONOOOOOPOONPPQNO",
    "QNP~P~&GNIPJ}&BQ}'MPPQ}+X}4N}|N}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}oKPNLIILNNKJGJJ,PPJROHGINLLKGAEE;PQIPOJHHOLMKLDFD2PPQOPHGHLLMLKEDA2~P|1~P{z~P|'~P|,~P|-",
    "~P|/~P|0~P|0~P|0~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|7~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|0~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|0~P|1~P|0~P|1~P|0~P|0~P|0",
    "~P|0~P|0~P|0~P|0~P|/~P|/~P|/~P|0~P|/~P|0~P|0~P|0~P|0~P|1~P|1~P|0~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|2~P|1~P|1~P|4}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~",
    "}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~",
    "}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~",
    "}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}7",
    NULL,
};
