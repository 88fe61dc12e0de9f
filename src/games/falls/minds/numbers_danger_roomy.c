/* Numbers for worth.c, written by learn_bench; docs/measurements.md says how. */
#include "minds.h"

/* clang-format off */
const char *const falls_numbers_danger_roomy[] = {
    "}~}~}~}~}~}~}~}~}~}~}7O}~}~}~}`OQ}*O}~}~}~}~}dO}&Q}~}~}~}~}~}~}~}~}~POO}*O}~}~}~}~}dM}&O}~}~}^NO}~}~}aNQ}tO}sOPPQ}oOQ}|O}+NR}(OPQPQQ}'QPQPON}WN}UO}1O}~}~}~}0MOPPO})OPPQ}3O}~}~}BM}~}~}bN}~}kO}Q",
    "O}CO}}HMORO}'JPPO}&NPOOUOO}&RPPRKNO}7O}.OPO}&QPPQPPQPQQNNNPO}4Q}(Q})OPPQPO}-OOO}0O}<QPQPQ}'O}3Q}*O}*R}+RPQ}&QPPOPO}@OOO}(O}*OO})Q}&QO}.Q}'SPPRPPO}.O}4O}<OPQPPOO}1O}&ONNPOPO}&OOOOOOKPONNKNNKGON",
    "KJJDOOPOPPONPOOOPPN}.O}4OO}gO}&Q})O}UO}3O}@OPPOOOOOOOOONOOKNLLKGNNPOPOPOOPN}5OOO}+O}'O}2O}VO}BO}RO}0OPPOO}2OOOOOOONNNKOKKJIPOOOO},O}YO}'OOOOONMOOPO}ZO}1OPOPNNLO}KOPOONNN}*O}8ONOPO}'O}FOONNN}*O",
    "}*O}0NO}*OOPPON}7Q}0R}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}'OPM}~}~}~}~}~}~}~}~}~}~}6Q}~}~}~}~}~}~}~}~}~}~}~}~}(MMO}*Q}/RPR}~}~}~}~}~}~}fO}~}~}~}~}~}~}~}~}~}GO}&MOO}cO}~}~}~}~}~}~}~}~}dOPO}~}&N}~}~",
    "}~}~}~}~}~}~}~}~}~}kLOO}*S}9R}'RPQ}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}{O}&MNN}JO}~}~}~}~}~}~}~}~}|OO}*O}bO}:O}~}~}~}~}HO}vO}*O}ZO}~}~}~}~}~}gMOO}&Q})R}0R}&Q}(QS}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}}O}&MN",
    "O}cO}~}~}~}~}~}~}~}~}dOPO}(O}cO}0O},O}~}~}~}~}FO}~}~}~}6O}~}~}~}~}25GM}(QPOPPQWPQPQQPPRKOPOR}'SQPPSMPQOPPWRQQOQPQPQ}&RPPRPUQ}~}~}~}~}~}0O}~}.OPPOO}/O}~}~}~}pO}~}~}~}pN}~}SKOPPCJM}*R}*O}.S}-N},",
    "R}0O})Q})R}~}~PO}~}~}~}~}zO}*O}~}KMPPIMN}(MO}+O}0O}(O}DM}/RNPQPPQ}'O}-RPR}~}~}aO}&O}~}-O}DNPLNO}&OO}'O},OPO}DOPPNPPO}+O}&O})QO}&O}&O}.QR}*R}+MPPO})O}(O}+OOPO}fO}WO}3NNNPPOO};O}1O}(O}&O}&OPO}&O",
    "}&O}-O}2ROPOPO}&O}*O}&OPPOPPOO}:OR})O}&O}1O}'O}&OJKNOMOPPMOOOO}&MOOPOOPPO}*ONOOOOPNOOONOOPPONOOOOOPOPOOOOOOOOOOOPONOOOOPOROOOOOOPOPOOQOOOOOOOPOOOOOOPOOONOOOOOPOONONONNNOOOOOOOOOOOPOPOOOOOOPQOP",
    "OPOOOONNOOOOONOOONOONOOOOOOOONPOQNOQNO~P~'JNMPM}&E}(NPPQ}+X}4O}|N}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}oMPMMKJMNNLKHKL3PPMRNIHJNMMLHCGFBPPKPNKIIOMNKMFGF7PPROOI",
    "IHLMMMLGEB8~P|1~P{|~P|)~P|-~P|.~P|0~P|0~P|0~P|0~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|7~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1",
    "~P|1~P|0~P|1~P|0~P|1~P|0~P|0~P|0~P|0~P|0~P|0~P|0~P|/~P|/~P|/~P|0~P|0~P|0~P|0~P|0~P|0~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1~P|1}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~",
    "}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~",
    "}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~",
    "}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~}~",
    "}~}~}~}~}~}~}~}~}~}~}~}7",
    NULL,
};
